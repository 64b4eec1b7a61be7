import { randomInt } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { release } from '../contract.ts'
import type { Forwarding } from '../net/forwarding.ts'
import { type Finding, failed, ok, warning } from './doctor-findings.ts'
import type { Probes } from './doctor-hosts.ts'

const TIMEOUT_MS = 5000
const MAX_REPLY = 10_000
const FORGED_HOST = 'forged.invalid'

interface Reply {
  release: string
  forwarding: Forwarding
  host: 'own' | 'other'
}

const setTrust = 'Set TRUST_PROXY to the addresses of all proxies in front, or to their number.'

const findings: Record<Forwarding, (isTls: boolean) => Finding> = {
  forwarded: () => ok('proxy', 'The addresses of clients arrive, and a forged X-Forwarded-For is not believed.'),
  direct: (isTls) =>
    isTls
      ? failed(
          'proxy',
          'It passes on the X-Forwarded-For of clients as it is: all clients have the address of the proxy.',
          `Let it set the header, or append the address of the client. ${setTrust}`,
        )
      : ok('proxy', 'Requests come without one.'),
  believed: () =>
    failed(
      'proxy',
      'A forged X-Forwarded-For is believed: clients can claim any address, and so evade limits.',
      'Let the proxy set the header, or append the address of the client, and trust no more proxies than there are.',
    ),
  within: () =>
    warning(
      'proxy',
      'This machine is itself in TRUST_PROXY as the proxy sees it, so the headers could not be judged.',
      'Run `waymark doctor` with the same settings on another machine.',
    ),
  removed: () =>
    failed(
      'proxy',
      'It sends no X-Forwarded-For: all clients have the address of the proxy.',
      `Let it set the header to the address of the client. ${setTrust}`,
    ),
  untrusted: () => failed('proxy', 'It is not trusted: all clients have the address of the proxy.', setTrust),
  inner: () =>
    failed('proxy', 'The address that counts is that of a proxy: one in front of another is not trusted.', setTrust),
}

/**
 * Asks the running service at its public address, with forged headers, what became of them. Nothing is asked if only
 * this machine can reach it.
 */
export async function checkProxy({ baseUrl, baseHost, isLoopback }: Config, { fetch }: Probes): Promise<Finding[]> {
  if (isLoopback) return []
  const ask = (path: string, headers = {}) =>
    fetch(`${baseUrl}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  // Of a network for documentation: the address of nobody.
  const claimed = `192.0.2.${randomInt(1, 255)}`
  try {
    const forged = { 'x-forwarded-for': claimed, 'x-forwarded-host': FORGED_HOST }
    const response = await ask(`/livez?claimed=${claimed}`, forged)
    const reply = await readReply(response)
    if (!reply)
      return [
        failed(
          'service',
          `What answers at ${baseUrl} is not this release of Waymark (HTTP ${response.status}).`,
          'Check its DNS and the proxy; restart the service after an update.',
        ),
      ]
    const found = [...judgeReply(reply, baseUrl.startsWith('https:'))]
    const { status } = await ask(`/internal/tls-ask?domain=${encodeURIComponent(baseHost)}`)
    if (reply.forwarding !== 'direct' && status === 200)
      found.push(warning('proxy', 'It passes on /internal/, which is for proxies.', 'Let it answer 404 there.'))
    return found
  } catch (error) {
    const { message, cause } = error as Error
    return [
      warning(
        'service',
        `Nothing answers at ${baseUrl} (${cause instanceof Error ? cause.message : message}): proxy headers are not checked.`,
        'If the service runs, check its DNS, the proxy and the firewall.',
      ),
    ]
  }
}

function* judgeReply(reply: Reply, isTls: boolean): Generator<Finding> {
  yield findings[reply.forwarding](isTls)
  if (reply.release !== release)
    yield warning('service', `Release ${reply.release} runs, this is ${release}.`, 'Restart it after an update.')
  if (reply.host === 'other')
    yield failed(
      'proxy',
      'It does not pass on the host that was asked for, or passes on a forged one: branded domains do not work.',
      'Let it pass on Host, and remove the X-Forwarded-Host of clients.',
    )
}

/** The reply of /livez; undefined if another program answered. */
async function readReply(response: Response): Promise<Reply | undefined> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > MAX_REPLY) return undefined
  }
  try {
    const { release, forwarding, host } = JSON.parse(text) as Record<string, unknown>
    const isKnown = typeof forwarding === 'string' && Object.hasOwn(findings, forwarding)
    return isKnown
      ? { release: String(release), forwarding: forwarding as Forwarding, host: host as Reply['host'] }
      : undefined
  } catch {
    return undefined
  }
}
