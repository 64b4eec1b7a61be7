import type { StoredPicture } from '../../db/queries/pictures.ts'
import type { Config } from '../config/config.ts'
import type { Signer } from '../security/signer.ts'

type Base = Pick<Config, 'baseUrl'>

/** The public URL of a link or bio page; `domain` is its branded domain with scheme, null for the service's own address. */
export const aliasUrl = ({ baseUrl }: Base, domain: string | null, alias: string): string =>
  `${domain ?? baseUrl}/${alias}`

/** The URL of a campaign's public list. */
export const listUrl = ({ baseUrl }: Base, username: string, id: number): string => `${baseUrl}/u/${username}/${id}`

/** The URL of a QR code's picture. */
export const qrUrl = ({ baseUrl }: Base, code: string): string => `${baseUrl}/qr/${code}`

/** Where a picture of ours is on every site of the service. */
export const picturePath = ({ key, type }: Pick<StoredPicture, 'key' | 'type'>): string => `/picture/${key}.${type}`

/** What a drawn card stands for. */
export const CARD_KINDS = ['link', 'bio', 'campaign'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/**
 * What the key of a card's address says: cards show titles, so their addresses cannot be guessed. The PNG is for
 * everybody, as long as what it stands for is; the SVG is its owner's.
 */
export const cardStatement = (kind: CardKind, id: number, type: 'svg' | 'png'): string[] => [
  type === 'png' ? 'card' : 'own card',
  kind,
  String(id),
]

/** Where a drawn card is on every site of the service. The same for a year, good for two. */
export function cardPath(signer: Signer, kind: CardKind, id: number, type: 'svg' | 'png'): string {
  const until = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0))
  return `/card/${kind}/${id}.${type}?key=${signer.sign(cardStatement(kind, id, type), until)}`
}
