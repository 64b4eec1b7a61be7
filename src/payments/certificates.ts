import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'

const MAX_CERTIFICATES = 6

/** The certificates in a PEM text, in its order; undefined if one cannot be parsed. */
export function readCertificates(pem: string): X509Certificate[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0 || blocks.length > MAX_CERTIFICATES) return undefined
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    return undefined
  }
}

// About 150 certificates, parsed only when the first PayPal event is received.
let systemRoots: X509Certificate[] | undefined

/** The roots that Node trusts for TLS. */
export function trustedRoots(): X509Certificate[] {
  systemRoots ??= rootCertificates.map((pem) => new X509Certificate(pem))
  return systemRoots
}

/** Whether the first certificate has a chain, through the others, to one of the roots, all of them valid at `now`. */
export function chainIsTrusted(chain: X509Certificate[], roots: X509Certificate[], now: Date): boolean {
  const [leaf, ...others] = chain
  if (leaf === undefined || !isValidAt(leaf, now)) return false
  const used = new Set<string>()
  let current = leaf
  for (let length = 0; length <= MAX_CERTIFICATES; length++) {
    if (roots.some((root) => isValidAt(root, now) && (issued(root, current) || root.raw.equals(current.raw))))
      return true
    const issuer = others.find(
      (other) => !used.has(other.fingerprint256) && other.ca && isValidAt(other, now) && issued(other, current),
    )
    if (issuer === undefined) return false
    used.add(issuer.fingerprint256)
    current = issuer
  }
  return false
}

/** The URL of the issuer's certificate, from the extension Authority Information Access. */
export function issuerUrl(certificate: X509Certificate): string | undefined {
  return /^CA Issuers - URI:(http:\/\/\S{1,500})$/m.exec(certificate.infoAccess ?? '')?.[1]
}

/** Whether one of the names of a certificate (SAN or common name) matches. */
export function hasName(certificate: X509Certificate, pattern: RegExp): boolean {
  const alternatives = certificate.subjectAltName?.split(', ').map((name) => name.replace(/^DNS:/, '')) ?? []
  const common = certificate.subject.split('\n').filter((part) => part.startsWith('CN='))
  return [...alternatives, ...common.map((part) => part.slice('CN='.length))].some((name) => pattern.test(name))
}

function isValidAt(certificate: X509Certificate, now: Date): boolean {
  return new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}
