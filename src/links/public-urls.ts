import type { StoredPicture } from '../../db/queries/pictures.ts'
import type { Config } from '../config/config.ts'
import type { Signer } from '../security/signer.ts'
import { aliasPath } from './aliases.ts'

type Base = Pick<Config, 'baseUrl'>

/**
 * The public URL of a link or bio page; `domain` is its branded domain with scheme, or null for the service's own host.
 */
export const aliasUrl = ({ baseUrl }: Base, domain: string | null, alias: string): string =>
  `${domain ?? baseUrl}/${aliasPath(alias)}`

/**
 * The host (null: the service's own) and the aliases that a short URL may mean. Without a scheme it may also be an
 * alias, on any host.
 */
export function readShortUrl(
  { baseHost }: Pick<Config, 'baseHost'>,
  short: string,
): { aliases: string[]; host?: string | null } {
  const url = URL.canParse(short) ? new URL(short) : undefined
  if (url?.hostname) return { aliases: [aliasOf(url.pathname)], host: url.hostname === baseHost ? null : url.hostname }
  const [, ...afterHost] = short.split('/')
  return { aliases: [aliasOf(short), ...(afterHost.length === 0 ? [] : [aliasOf(afterHost.join('/'))])] }
}

function aliasOf(path: string): string {
  const alias = path.replace(/^\/|\/$/g, '').normalize('NFC')
  try {
    return decodeURIComponent(alias).normalize('NFC')
  } catch {
    return alias
  }
}

/** The URL of a campaign's public list. */
export const listUrl = ({ baseUrl }: Base, username: string, id: number): string => `${baseUrl}/u/${username}/${id}`

/** The URL of a QR code's picture; `domain` as in `aliasUrl`. */
export const qrUrl = ({ baseUrl }: Base, domain: string | null, code: string): string =>
  `${domain ?? baseUrl}/qr/${code}`

/** The path of a stored picture, on every host of the service. */
export const picturePath = ({ key, type }: Pick<StoredPicture, 'key' | 'type'>): string => `/picture/${key}.${type}`

/** The kind of record that a card shows. */
export const CARD_KINDS = ['link', 'bio', 'campaign'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/**
 * The statement that the signed key in a card's URL proves: cards show titles, so their URLs must not be guessable. The
 * PNG is as public as its subject; the SVG is for the owner.
 */
export const cardStatement = (kind: CardKind, id: number, type: 'svg' | 'png'): string[] => [
  type === 'png' ? 'card' : 'own card',
  kind,
  String(id),
]

/** The path of a card, on every host of the service. It is valid for one to two years, and changes once a year. */
export function cardPath(signer: Signer, kind: CardKind, id: number, type: 'svg' | 'png'): string {
  const until = new Date(Date.UTC(new Date().getUTCFullYear() + 2, 0))
  return `/card/${kind}/${id}.${type}?key=${signer.sign(cardStatement(kind, id, type), until)}`
}
