import type { Wifi } from './content.ts'

/** The fields of a Wi-Fi payload; `encryption` may be any text. */
export type WifiPayload = Pick<Wifi, 'ssid' | 'pass'> & { encryption: string }

/**
 * Parses a payload of the form `WIFI:T:WPA;S:network;P:password;;`; null if it has another form or no network name
 * (https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11).
 */
export function readWifiPayload(payload: string): WifiPayload | null {
  if (!/^WIFI:(?:[A-Za-z0-9]+:(?:\\.|[^;\\])*;)+;?$/is.test(payload)) return null
  const fields = new Map<string, string>()
  for (const [, name = '', value = ''] of payload.slice('WIFI:'.length).matchAll(/([A-Za-z0-9]+):((?:\\.|[^;\\])*);/gs))
    fields.set(name.toUpperCase(), value.replace(/\\(.)/gs, '$1'))
  const [ssid, pass] = [fields.get('S'), fields.get('P')]
  if (!ssid) return null
  return { ssid, encryption: fields.get('T') ?? 'nopass', ...(pass ? { pass } : {}) }
}

/** The lines of a vCard, unfolded (RFC 2426, 2.6). */
export const vcardLines = (card: string) => card.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)

/** Why phones cannot use a payload that was sent as text; null if they can. */
export function findRawPayloadFault(type: 'wifi' | 'vcard', payload: string): string | null {
  if (type === 'wifi')
    return readWifiPayload(payload)
      ? null
      : 'The data is not a Wi-Fi payload with a network name: it must have the form WIFI:T:WPA;S:network;P:password;;.'
  const lines = vcardLines(payload.trim())
  // A name of several parts is empty where all of them are.
  const has = (property: string) =>
    lines.some((line) => new RegExp(`^([A-Za-z0-9-]+\\.)?${property}(;[^:]*)?:[;\\s]*[^;\\s]`, 'i').test(line))
  const isCard = /^BEGIN:VCARD$/i.test(lines[0] ?? '') && /^END:VCARD$/i.test(lines.at(-1) ?? '') && has('VERSION')
  return isCard && (has('FN') || has('N'))
    ? null
    : 'The data is not a vCard: it must begin with BEGIN:VCARD, have VERSION and a name (FN or N), and end with END:VCARD.'
}
