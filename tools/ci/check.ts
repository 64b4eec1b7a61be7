import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import PQueue from 'p-queue'

// What `npm run check` runs: the longest first, as many at a time as there are processors.
const STEPS = [
  'node tools/contract/from-root.ts lint',
  'node tools/docs/list-routes.ts --check',
  'node tools/docs/qr-gallery.ts --check',
  'npm run --silent lint',
  'npm run --silent openapi:check',
  'npm run --silent layers',
  'npm run --silent types',
]

/** Runs a command, prints its output if it failed, and returns whether it succeeded. */
async function runStep(command: string): Promise<boolean> {
  const since = Date.now()
  const [program = '', ...args] = command.split(' ')
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const seconds = ((Date.now() - since) / 1000).toFixed(1)
  process.stdout.write(
    code === 0 ? `ok - ${command} (${seconds} s)\n` : `${out}${err}FAILED - ${command} (${seconds} s)\n`,
  )
  return code === 0
}

// Two of the steps need these packages, so they are not left to install them at the same time.
await runStep('node tools/contract/from-root.ts install')
const queue = new PQueue({ concurrency: availableParallelism() })
const outcomes = await Promise.all(STEPS.map((command) => queue.add(() => runStep(command))))
process.exitCode = outcomes.every(Boolean) ? 0 : 1
