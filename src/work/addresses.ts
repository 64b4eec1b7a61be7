import type { Config } from '../config.ts'
import type { Signer } from './signer.ts'

type Base = Pick<Config, 'baseUrl'>

/** The public URL of a link or bio page; `domain` is its branded domain with scheme, null for the service's own address. */
export const aliasUrl = ({ baseUrl }: Base, domain: string | null, alias: string): string =>
  `${domain ?? baseUrl}/${alias}`

/** The URL of a QR code's picture. */
export const qrUrl = ({ baseUrl }: Base, code: string): string => `${baseUrl}/qr/${code}`

/** What the key of a card's URL says: cards show titles, so their addresses cannot be guessed. */
export const cardStatement = (kind: 'link' | 'bio', id: number): string[] => ['card', kind, String(id)]

/** The URL of a drawn card, which stands for a link or bio page that has no picture. The same for a year, good for two. */
export function cardUrl({ baseUrl }: Base, signer: Signer, kind: 'link' | 'bio', id: number): string {
  const until = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0))
  return `${baseUrl}/card/${kind}/${id}.svg?key=${signer.sign(cardStatement(kind, id), until)}`
}
