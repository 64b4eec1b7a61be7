import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** What a name leads to: each list empty where there is no such record. */
export interface DnsAnswers {
  A: string[]
  AAAA: string[]
  CNAME: string[]
}

/** Looks a name up. Never rejects for a name without records. */
export type ResolveDns = (host: string) => Promise<DnsAnswers>

/** Where domains should lead: the service's host name or address, and the addresses the operator added, if any. */
interface ServiceAddress {
  host: string
  addresses?: string[]
}

/** `expected` and `found` read like lines of a zone: `A 192.0.2.1`, `CNAME go.example.com`. */
export interface DomainCheck {
  ok: boolean
  expected: string[]
  found: string[]
}

const TYPES = ['A', 'AAAA', 'CNAME'] as const

/**
 * Whether a domain's DNS leads to the service: by a CNAME to its name, or by addresses that are all its own. Never
 * rejects; a look-up that fails or takes too long finds nothing.
 */
export async function checkDomain(
  host: string,
  service: ServiceAddress,
  resolve: ResolveDns = resolveBySystem,
  timeoutMs = 4000,
): Promise<DomainCheck> {
  const name = plain(service.host)
  const nameIsAddress = ipaddr.isValid(name)
  const [ours, theirs] = await Promise.all([
    nameIsAddress ? NOTHING : within(resolve(name), timeoutMs),
    within(resolve(plain(host)), timeoutMs),
  ])
  const own = unique(
    [...ours.A, ...ours.AAAA, ...(service.addresses ?? []), ...(nameIsAddress ? [name] : [])].map(address),
  )
  const targets = theirs.CNAME.map(plain)
  const found = unique([...theirs.A, ...theirs.AAAA].map(address))
  const byName = plain(host) === name || targets.includes(name)
  return {
    // One foreign address among them would send a part of the visitors elsewhere.
    ok: byName || (found.length > 0 && found.every((ip) => own.includes(ip))),
    expected: [...(nameIsAddress ? [] : [`CNAME ${name}`]), ...own.map(record)],
    found: [...targets.map((target) => `CNAME ${target}`), ...found.map(record)],
  }
}

const NOTHING: DnsAnswers = { A: [], AAAA: [], CNAME: [] }

async function within(answers: Promise<DnsAnswers>, timeoutMs: number): Promise<DnsAnswers> {
  const { promise: late, resolve } = Promise.withResolvers<DnsAnswers>()
  const timer = setTimeout(() => resolve(NOTHING), timeoutMs)
  try {
    return await Promise.race([answers.catch(() => NOTHING), late])
  } finally {
    clearTimeout(timer)
  }
}

// Asks name servers, not /etc/hosts: visitors do not have our file.
async function resolveBySystem(host: string): Promise<DnsAnswers> {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  const answers = { ...NOTHING }
  await Promise.all(
    TYPES.map(async (type) => {
      answers[type] = (await resolver.resolve(host, type).catch(() => [])) as string[]
    }),
  )
  return answers
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

function address(ip: string): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip
}

function record(ip: string): string {
  return `${ip.includes(':') ? 'AAAA' : 'A'} ${ip}`
}

function unique(values: string[]): string[] {
  return [...new Set(values)].sort()
}
