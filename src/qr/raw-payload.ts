import type { Wifi } from './content.ts'

/** A Wi-Fi payload that was read; `encryption` is whatever stands there. */
export type WifiPayload = Pick<Wifi, 'ssid' | 'pass'> & { encryption: string }

/**
 * Reads a payload of the form `WIFI:T:WPA;S:network;P:password;;`; null where it is none or names no network
 * (https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11).
 */
export function readWifiPayload(payload: string): WifiPayload | null {
  if (!/^WIFI:/i.test(payload)) return null
  const field = (name: string) =>
    new RegExp(`[:;]${name}:((?:\\\\.|[^;\\\\])*)`).exec(payload)?.[1]?.replace(/\\(.)/g, '$1')
  const [ssid, pass] = [field('S'), field('P')]
  if (!ssid) return null
  return { ssid, encryption: field('T') ?? 'nopass', ...(pass ? { pass } : {}) }
}

/** The lines of a vCard, folded ones joined (RFC 2426, 2.6). */
export const vcardLines = (card: string) => card.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)

/** What makes a payload that was given as a text unusable for phones; null where nothing does. */
export function rawPayloadFault(type: 'wifi' | 'vcard', payload: string): string | null {
  if (type === 'wifi')
    return readWifiPayload(payload)
      ? null
      : 'The data is no Wi-Fi payload that names a network: it must be of the form WIFI:T:WPA;S:network;P:password;;.'
  const lines = vcardLines(payload.trim())
  const has = (property: string) =>
    lines.some((line) => new RegExp(`^([A-Za-z0-9-]+\\.)?${property}[;:]`, 'i').test(line))
  const isCard = /^BEGIN:VCARD$/i.test(lines[0] ?? '') && /^END:VCARD$/i.test(lines.at(-1) ?? '') && has('VERSION')
  return isCard && (has('FN') || has('N'))
    ? null
    : 'The data is no vCard: it must begin with BEGIN:VCARD, have VERSION and a name (FN or N), and end with END:VCARD.'
}
