import { statfs } from 'node:fs/promises'
import type { Store } from '../../db/open.ts'
import { listHosts, readServerFacts } from '../../db/queries/server-facts.ts'
import type { Config } from '../config/config.ts'
import type { checkDomain } from '../domains/dns-check.ts'
import { isServed } from '../domains/domain-status.ts'
import type { readCertificate } from '../net/certificate.ts'
import { openRedis } from '../security/window-counters.ts'

/** The result of a check; `cure` says what to do. */
export interface Finding {
  check: string
  status: 'ok' | 'warning' | 'failed'
  message: string
  cure?: string
}

/** How the outside is looked at; tests replace it. */
export interface Probes {
  checkDomain: typeof checkDomain
  readCertificate: typeof readCertificate
}

const MAX_CLOCK_DIFFERENCE_MS = 2000
const MAX_LAG_S = 60
const GIB = 1024 ** 3
const MIN_FREE_BYTES = 40_000_000
const EXPIRES_SOON_DAYS = 14
const DAY_MS = 86_400_000
const MAX_HOSTS = 200
const HOSTS_AT_A_TIME = 5

const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
const warning = (check: string, message: string, cure: string): Finding => ({ check, status: 'warning', message, cure })
const failed = (check: string, message: string, cure: string): Finding => ({ check, status: 'failed', message, cure })

/** Settings that contradict each other. Invalid ones end the program before. */
export function checkSettings({ BASE_URL, TRUST_PROXY, DATABASE_URL, SECRET, isLoopback }: Config): Finding[] {
  const findings: Finding[] = []
  if (isLoopback)
    findings.push(
      warning('BASE_URL', 'Short URLs start with the address of this machine.', 'Set BASE_URL to the public URL.'),
    )
  else if (BASE_URL.startsWith('http://'))
    findings.push(
      warning('BASE_URL', 'Short URLs are http.', 'Put a proxy with TLS in front, and set BASE_URL to https.'),
    )
  if (BASE_URL.startsWith('https://') && TRUST_PROXY === '')
    findings.push(
      warning(
        'TRUST_PROXY',
        'A proxy serves TLS, but none is trusted: all clients have its address, share its limits and its country.',
        'Set TRUST_PROXY to the addresses of the proxy, or to the number of proxies.',
      ),
    )
  if (DATABASE_URL !== '' && SECRET === '')
    findings.push(
      warning(
        'SECRET',
        'The secret that encrypts the secrets of webhooks is in the same database.',
        'Set SECRET (or SECRET_FILE): existing ones are encrypted again at the next start.',
      ),
    )
  return findings.length > 0 ? findings : [ok('settings', 'They fit together.')]
}

export async function checkDatabase(
  { db, kind }: Store,
  config: Config,
  pending: readonly string[],
): Promise<Finding[]> {
  const before = Date.now()
  const facts = await readServerFacts(db)
  const difference = Math.max(before - facts.now, facts.now - Date.now(), 0)
  const name = `${kind === 'server' ? 'Postgres' : 'Embedded Postgres'} ${facts.version}`
  const findings: Finding[] = [
    pending.length === 0
      ? ok('database', `${name}, schema up to date.`)
      : warning(
          'database',
          `${name}, ${pending.length} migrations are pending: domains are not checked.`,
          'Start this release, or run `npm run waymark -- migrate`; the release before does not start after that.',
        ),
  ]
  if (facts.isReadOnly)
    findings.push(failed('database', 'It is read-only.', 'Set DATABASE_URL to the primary, or free space on its disk.'))
  if (!facts.mayCreate)
    findings.push(
      failed('rights', 'The user may not create tables.', 'Make the user of DATABASE_URL the owner of the database.'),
    )
  if (facts.encoding !== 'UTF8')
    findings.push(failed('encoding', `The database has ${facts.encoding}.`, 'Create it again with encoding UTF8.'))
  if (!facts.hasTrigrams)
    findings.push(warning('searches', 'Searches of links are slow.', 'As an administrator: create extension pg_trgm.'))
  if (kind === 'server' && config.DATABASE_CONNECTIONS + 5 > facts.maxConnections)
    findings.push(
      warning(
        'connections',
        `DATABASE_CONNECTIONS is ${config.DATABASE_CONNECTIONS}, the server allows ${facts.maxConnections} in all.`,
        'Lower DATABASE_CONNECTIONS, raise max_connections, or use PgBouncer with DATABASE_LISTEN_URL.',
      ),
    )
  if (difference > MAX_CLOCK_DIFFERENCE_MS)
    findings.push(
      failed(
        'clock',
        `The clocks of this machine and of the database differ by ${Math.round(difference / 1000)} s.`,
        'Turn on NTP on both: time windows, expiry and signatures depend on it.',
      ),
    )
  return findings
}

export async function checkReplica({ replica }: Store): Promise<Finding[]> {
  if (!replica) return []
  try {
    const lag = await replica.readLag()
    const message = `It is ${lag.toFixed(1)} s behind.`
    if (lag <= MAX_LAG_S) return [ok('replica', message)]
    return [warning('replica', message, 'Statistics are old: see pg_stat_wal_receiver on the replica.')]
  } catch (error) {
    const reason = (error as Error).message
    return [
      failed(
        'replica',
        `It does not answer (${reason}).`,
        'Check STATISTICS_DATABASE_URL: the primary has its work now.',
      ),
    ]
  }
}

export async function checkDisk({ DATABASE_URL, DATA_DIR }: Config): Promise<Finding[]> {
  const space = await statfs(DATA_DIR).catch(() => undefined)
  // With a server it is needed only for the first key.
  if (!space) return DATABASE_URL ? [] : [failed('disk', `${DATA_DIR} cannot be read.`, 'Create it for this user.')]
  const free = space.bavail * space.bsize
  const message = `${(free / GIB).toFixed(1)} GiB are free at ${DATA_DIR}.`
  const cure = 'Free space: with less than 40 MB the embedded database is read-only.'
  if (DATABASE_URL || free >= GIB) return [ok('disk', message)]
  return [free < MIN_FREE_BYTES ? failed('disk', message, cure) : warning('disk', message, cure)]
}

export async function checkRedis({ REDIS_URL }: Config): Promise<Finding[]> {
  if (REDIS_URL === '') return []
  const redis = await openRedis(REDIS_URL)
  try {
    await redis.ping()
    return [ok('redis', 'It answers.')]
  } catch (error) {
    const reason = (error as Error).message
    return [failed('redis', `It does not answer (${reason}).`, 'Check REDIS_URL: limits are counted by each process.')]
  } finally {
    redis.disconnect()
  }
}

/** The certificate of a host with https. */
async function checkCertificate(host: string, { readCertificate }: Probes, port = 443): Promise<Finding> {
  const check = `certificate of ${host}`
  try {
    const { fault, expires } = await readCertificate(host, port)
    const until = expires.toISOString().slice(0, 10)
    if (fault) return failed(check, `Browsers refuse it: ${fault}.`, 'Check what the proxy serves for this host.')
    if (expires.getTime() < Date.now() + EXPIRES_SOON_DAYS * DAY_MS)
      return warning(check, `It expires on ${until}.`, 'Check that the proxy can renew it.')
    return ok(check, `Valid until ${until}.`)
  } catch (error) {
    return failed(check, `No TLS server answers (${(error as Error).message}).`, 'Check the proxy and the firewall.')
  }
}

/** The certificate of BASE_URL. */
export async function checkOwnHost({ isLoopback, baseUrl, baseHost }: Config, probes: Probes): Promise<Finding[]> {
  const { protocol, port } = new URL(baseUrl)
  if (isLoopback || protocol !== 'https:') return []
  return [await checkCertificate(baseHost, probes, Number(port || 443))]
}

/** All domains: their DNS, proof and certificate. */
export async function checkHosts({ db }: Store, config: Config, probes: Probes): Promise<Finding[]> {
  if (!config.domainCheck) return []
  const findings: Finding[] = []
  const hosts = await listHosts(db, MAX_HOSTS)
  if (hosts.length === MAX_HOSTS)
    findings.push(ok('domains', `Only the ${MAX_HOSTS} checked longest ago are looked at.`))
  const work = async () => {
    for (let one = hosts.shift(); one; one = hosts.shift()) {
      const { host, scheme, ...state } = one
      const {
        ok: isPointed,
        expected,
        found,
        failed: isUnknown,
      } = await probes.checkDomain(host, { host: config.baseHost })
      const check = `domain ${host}`
      if (isUnknown) findings.push(warning(check, 'Its name servers do not answer.', 'Try again later.'))
      else if (!isPointed)
        findings.push(failed(check, `Its DNS has ${found.join(', ') || 'no record'}.`, `Set ${expected.join(' or ')}.`))
      else if (!isServed(state, { isChecked: true, isProofNeeded: config.domainProof }))
        findings.push(
          warning(
            check,
            'It is not proven, so it is not served.',
            'Its owner finds the TXT record in the status of it.',
          ),
        )
      else {
        findings.push(ok(check, 'It points here.'))
        if (scheme === 'https') findings.push(await checkCertificate(host, probes))
      }
    }
  }
  await Promise.all(Array.from({ length: HOSTS_AT_A_TIME }, work))
  return findings
}
