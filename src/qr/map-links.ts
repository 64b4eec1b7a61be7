import type { Place } from './content.ts'
import { payloadOf, positionOf } from './payload.ts'

/** The URL of a place on OpenStreetMap, which opens in any browser. */
export function webMapUrl(place: Place): string {
  const [lat, lng] = positionOf(place).split(',')
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`
}

/** The URL that opens a place in the map app of a device. */
export function mapAppUrl(place: Place, device: 'apple' | 'android' | null): string {
  if (device === null) return webMapUrl(place)
  if (device === 'android') return payloadOf(place)
  const name = place.name === undefined ? '' : `&q=${encodeURIComponent(place.name)}`
  return `https://maps.apple.com/?ll=${positionOf(place)}${name}`
}
