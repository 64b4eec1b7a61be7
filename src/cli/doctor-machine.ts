import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { history } from '../contract.ts'
import { openRedis } from '../security/window-counters.ts'
import { type Finding, failed, ok, warning } from './doctor-findings.ts'

const GIB = 1024 ** 3
const MIN_FREE_BYTES = 40_000_000

/** Settings that contradict each other. Invalid ones are found before. */
export function checkSettings(config: Config): Finding[] {
  const { BASE_URL, TRUST_PROXY, DATABASE_URL, SECRET, isLoopback } = config
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
  for (const name of ['DATABASE_LISTEN_URL', 'STATISTICS_DATABASE_URL'] as const)
    if (config[name] !== '' && DATABASE_URL === '')
      findings.push(
        warning(
          name,
          'It is not used: without DATABASE_URL the database is the embedded one.',
          'Set DATABASE_URL too.',
        ),
      )
  return findings.length > 0 ? findings : [ok('settings', 'They fit together.')]
}

/** The clock of this machine, which cannot be earlier than the release. */
export function checkClock(now = new Date()): Finding {
  const text = `It is ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
  const written = history[0]?.date ?? ''
  if (now.toISOString() >= written) return ok('clock', text)
  return failed('clock', `${text} This release is of ${written}.`, 'Set the clock, and turn on NTP.')
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
