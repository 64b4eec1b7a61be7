import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** The DNS records of a name; a list is empty if there is no such record. */
export interface DnsAnswers {
  A: string[]
  AAAA: string[]
  CNAME: string[]
}

/** Looks up the records of a name, which may have none. Rejects if no name server answers. */
export type ResolveDns = (host: string) => Promise<DnsAnswers>

/**
 * Where domains must point: the host name or address of the service, and further addresses that the operator has set.
 */
interface ServiceAddress {
  host: string
  addresses?: string[]
}

/** `expected` and `found` are records in the form `A 192.0.2.1` or `CNAME go.example.com`. */
export interface DomainCheck {
  ok: boolean
  expected: string[]
  found: string[]
  /** The name servers did not answer in time: nothing is known about the domain. */
  failed?: boolean
}

const TYPES = ['A', 'AAAA', 'CNAME'] as const
const NO_RECORDS: DnsAnswers = { A: [], AAAA: [], CNAME: [] }

/**
 * Checks whether the DNS of a domain points at the service: by a CNAME to its name, or by addresses that all belong to
 * it. Never rejects: a lookup that fails or takes longer than `timeoutMs` has no result and sets `failed`.
 */
export async function checkDomain(
  host: string,
  service: ServiceAddress,
  resolve: ResolveDns = resolveByNameServers,
  timeoutMs = 4000,
): Promise<DomainCheck> {
  const name = normalizeName(service.host)
  const isAddress = ipaddr.isValid(name)
  const [ours, theirs] = await Promise.all([
    isAddress ? NO_RECORDS : withDeadline(resolve(name), timeoutMs),
    withDeadline(resolve(normalizeName(host)), timeoutMs),
  ])
  const own = unique(
    [...(ours?.A ?? []), ...(ours?.AAAA ?? []), ...(service.addresses ?? []), ...(isAddress ? [name] : [])].map(
      normalizeAddress,
    ),
  )
  const { A, AAAA, CNAME } = theirs ?? NO_RECORDS
  const targets = CNAME.map(normalizeName)
  const found = unique([...A, ...AAAA].map(normalizeAddress))
  const byName = normalizeName(host) === name || targets.includes(name)
  // With one foreign address, some of the visitors would get to another server.
  const ok = byName || (found.length > 0 && found.every((ip) => own.includes(ip)))
  return {
    ok,
    expected: [...(isAddress ? [] : [`CNAME ${name}`]), ...own.map(zoneLine)],
    found: [...targets.map((target) => `CNAME ${target}`), ...found.map(zoneLine)],
    ...(!ok && (ours === undefined || theirs === undefined) ? { failed: true } : {}),
  }
}

/** The answers; undefined if the lookup failed or took too long. */
async function withDeadline(answers: Promise<DnsAnswers>, timeoutMs: number): Promise<DnsAnswers | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), timeoutMs)
  try {
    return await Promise.race([answers.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}

/** https://nodejs.org/api/dns.html#error-codes: the name, or a record of this type, does not exist. */
export const NO_SUCH_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

// Queries name servers, because /etc/hosts applies only to this machine.
async function resolveByNameServers(host: string): Promise<DnsAnswers> {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  const answers = { ...NO_RECORDS }
  const failures: unknown[] = []
  await Promise.all(
    TYPES.map(async (type) => {
      try {
        answers[type] = (await resolver.resolve(host, type)) as string[]
      } catch (error) {
        if (!NO_SUCH_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) failures.push(error)
      }
    }),
  )
  if (failures.length === TYPES.length) throw failures[0]
  return answers
}

function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

function normalizeAddress(ip: string): string {
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip
}

function zoneLine(ip: string): string {
  return `${ip.includes(':') ? 'AAAA' : 'A'} ${ip}`
}

function unique(values: string[]): string[] {
  return [...new Set(values)].sort()
}
