import { writeFileSync } from 'node:fs'
import { writeCsv } from '../csv/write-csv.ts'
import { hostOf } from '../domains/domain-name.ts'
import { batchesOf } from '../export/records.ts'
import { type Compared, compareLinks } from '../import/verify.ts'
import { aliasUrl } from '../links/public-urls.ts'
import { createSafeFetch } from '../net/safe-fetch.ts'
import { type CommandContext, type CommandOutcome, UsageError, type Values } from './command.ts'
import { createProgress } from './progress.ts'

const PER_MINUTE = 300
const MAX_PER_MINUTE = 60_000
const SHOWN = 20

/** `import --verify`: compares where the account's links lead at an old service and here. */
export async function verifyImport(
  context: CommandContext,
  accountId: number,
  values: Values,
): Promise<CommandOutcome> {
  const oldBase = baseOf(values, 'verify')
  const newBase = values['at'] === undefined ? undefined : baseOf(values, 'at')
  const perMinute = Number(values['pace'] ?? PER_MINUTE)
  if (!Number.isInteger(perMinute) || perMinute < 1 || perMinute > MAX_PER_MINUTE)
    throw new UsageError(`--pace must be a number from 1 to ${MAX_PER_MINUTE}`)
  const file = values['report']
  const report = (row: string[], flag: 'w' | 'a') => {
    if (typeof file === 'string') writeFileSync(file, writeCsv([row]), { flag })
  }
  report(['alias', 'url', 'outcome', 'old', 'new'], 'w')
  const counts = { same: 0, different: 0, unclear: 0 }
  const lines: string[] = []
  const progress = createProgress(context.terminal, 'Comparing')
  const settings = {
    // Who runs this command may reach what this machine reaches.
    fetch: createSafeFetch({ allowPrivate: true }),
    oldBase,
    newBase,
    perMinute,
    accountId,
  }
  let compared = 0
  for await (const one of compareLinks(linksOf(context, accountId, values), settings)) {
    progress.update(++compared, undefined)
    counts[one.outcome]++
    report([one.alias, one.url, one.outcome, one.old, one.new], 'a')
    if (one.outcome !== 'same' && lines.length < SHOWN)
      lines.push(`${one.outcome}: ${one.url}\n  old: ${one.old}\n  new: ${one.new}`)
  }
  progress.end()
  const { same, different, unclear } = counts
  return {
    data: { compared, ...counts },
    lines: [...lines, `${compared} aliases compared: ${same} the same, ${different} different, ${unclear} unclear.`],
    code: different + unclear > 0 ? 1 : 0,
  }
}

function baseOf(values: Values, name: string): string {
  const text = String(values[name])
  const url = text.includes('://') ? text : `https://${text}`
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--${name} must be a URL, such as https://go.example.com`)
  return new URL(url).origin
}

async function* linksOf(
  { store, config }: CommandContext,
  accountId: number,
  values: Values,
): AsyncGenerator<Compared> {
  const only = typeof values['domain'] === 'string' ? hostOf(values['domain']) : undefined
  for await (const links of batchesOf(store.db, accountId, 'links'))
    for (const link of links) {
      if (link['attached'] === false) continue
      const domain = typeof link['domain'] === 'string' ? link['domain'] : null
      if (only !== undefined && (domain === null ? config.baseHost : hostOf(domain)) !== only) continue
      for (const alias of [String(link['alias']), ...((link['aliases'] as string[] | undefined) ?? [])])
        yield { alias, url: aliasUrl(config, domain, alias) }
    }
}
