import type { Store } from '../../db/open.ts'
import { listHosts } from '../../db/queries/server-facts.ts'
import type { Config } from '../config/config.ts'
import type { checkDomain } from '../domains/dns-check.ts'
import { isServed } from '../domains/domain-status.ts'
import type { readCertificate } from '../net/certificate.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { type Finding, failed, ok, warning } from './doctor-findings.ts'

/** What checks hosts; tests replace it. */
export interface Probes {
  checkDomain: typeof checkDomain
  readCertificate: typeof readCertificate
  fetch: typeof fetch
}

const EXPIRES_SOON_DAYS = 14
const MAX_HOSTS = 200
const HOSTS_AT_A_TIME = 5

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
    findings.push(ok('domains', `Only the ${MAX_HOSTS} whose last check is oldest are checked.`))
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
