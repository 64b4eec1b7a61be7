import { Resolver } from 'node:dns/promises'
import { NO_SUCH_RECORD } from './dns-check.ts'

/** A host, the token that proves that its account may use it, and whether its DNS points at this service now. */
export interface ProofClaim {
  host: string
  token: string
  isPointed: boolean
}

/** `expected` and `found` are texts for people: a TXT record, and the file. */
export interface ProofCheck {
  /** `unknown`: the name servers did not answer. */
  result: 'txt' | 'file' | 'missing' | 'unknown'
  expected: string[]
  found: string[]
}

/** Looks up the TXT records of a name, each as one text. Rejects if there are none, or no name server answers. */
export type ResolveTxt = (name: string) => Promise<string[]>

/** The text at a URL, or null if there is none. Never rejects. */
export type FetchText = (url: string) => Promise<string | null>

const MAX_SHOWN = 10
const MAX_SHOWN_LENGTH = 120

/** What the TXT record and the file contain. */
export const proofText = (token: string): string => `waymark-proof=${token}`

/**
 * Checks whether a host proves that an account may use it: by the TXT record `_waymark.<host>`, or by a file. The file
 * is only fetched while the DNS points elsewhere: otherwise this service itself would answer, which proves nothing.
 */
export async function checkProof(
  { host, token, isPointed }: ProofClaim,
  { resolveTxt, fetchText }: { resolveTxt: ResolveTxt; fetchText: FetchText },
): Promise<ProofCheck> {
  const text = proofText(token)
  const path = `${host}/.well-known/waymark-${token}.txt`
  const expected = [`TXT _waymark.${host} "${text}"`, ...(isPointed ? [] : [`https://${path} with the text ${text}`])]
  const records: string[] | undefined = await resolveTxt(`_waymark.${host}`).catch(
    (error: NodeJS.ErrnoException): string[] | undefined => (NO_SUCH_RECORD.has(error.code ?? '') ? [] : undefined),
  )
  const shown = (records ?? []).slice(0, MAX_SHOWN).map((record) => `TXT "${record.slice(0, MAX_SHOWN_LENGTH)}"`)
  if (records?.includes(text)) return { result: 'txt', expected, found: shown }
  if (!isPointed)
    for (const url of [`https://${path}`, `http://${path}`])
      if ((await fetchText(url))?.trim() === text) return { result: 'file', expected, found: [...shown, url] }
  return { result: records === undefined ? 'unknown' : 'missing', expected, found: shown }
}

/** Creates a lookup of TXT records that takes at most some seconds; `servers` as `address:port`, default the system's. */
export function createTxtResolver(servers?: readonly string[]): ResolveTxt {
  return async (name) => {
    const resolver = new Resolver({ timeout: 1500, tries: 2 })
    if (servers) resolver.setServers(servers)
    return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''))
  }
}
