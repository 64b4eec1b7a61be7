import { checkChart } from './chart.ts'
import { checkCompose } from './compose.ts'
import { checkProxies } from './proxies.ts'
import { checkScale } from './scale.ts'
import { say } from './support.ts'
import { checkUnit } from './unit.ts'
import { checkWorkflows } from './workflow.ts'

// node check.ts [name …]: checks what Waymark is installed with; what this machine has no program for is skipped.

const checks: Record<string, () => void | Promise<void>> = {
  compose: checkCompose,
  scale: checkScale,
  unit: checkUnit,
  proxies: checkProxies,
  chart: checkChart,
  workflows: checkWorkflows,
}

const chosen = process.argv.slice(2)
let failed = 0
for (const [name, check] of Object.entries(checks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  try {
    await check()
  } catch (error) {
    failed++
    say(`FAILED: ${name}: ${error instanceof Error ? error.message : error}`)
  }
}
process.exitCode = failed > 0 ? 1 : 0
