import type { Config } from '../config.ts'

type Base = Pick<Config, 'baseUrl'>

/** The public URL of a link or bio page; `domain` is its branded domain with scheme, null for the service's own address. */
export const aliasUrl = ({ baseUrl }: Base, domain: string | null, alias: string): string =>
  `${domain ?? baseUrl}/${alias}`

/** The URL of a QR code's picture. */
export const qrUrl = ({ baseUrl }: Base, code: string): string => `${baseUrl}/qr/${code}`

/** The URL of a drawn card, which stands for a link or bio page that has no picture. */
export const cardUrl = ({ baseUrl }: Base, kind: 'link' | 'bio', id: number): string =>
  `${baseUrl}/card/${kind}/${id}.svg`
