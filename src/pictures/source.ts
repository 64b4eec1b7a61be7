import { FetchRefused } from './fetch/refused.ts'
import type { SafeFetch } from './fetch/safe-fetch.ts'

/** A picture that somebody named cannot be had. The message is for the person who named it. */
export class PictureRefused extends Error {}

/** What is too long is told with its length; a size is checked before anything is unpacked. */
export function checkLength(bytes: number, most: number): void {
  if (bytes > most) throw new PictureRefused(`has ${bytes} bytes; the most is ${most}`)
}

/** The bytes of a data URI in base64. */
export function readDataUri(source: string, most: number): Buffer {
  const comma = source.indexOf(',')
  const encoded = source.slice(comma + 1)
  if (comma < 0 || !/;base64$/i.test(source.slice(0, comma)) || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded))
    throw new PictureRefused('is not a data URI in base64')
  const bytes = Buffer.from(encoded, 'base64')
  checkLength(bytes.length, most)
  return bytes
}

/** What an http or https address holds, through the guarded fetch. */
export async function fetchPicture(
  source: string,
  safeFetch: SafeFetch,
  { most, accept }: { most: number; accept: string },
): Promise<Buffer> {
  try {
    const { status, body } = await safeFetch(source, { maxBytes: most, accept })
    if (status !== 200) throw new PictureRefused(`could not be fetched: its server answered ${status}`)
    return body
  } catch (error) {
    if (error instanceof FetchRefused) throw new PictureRefused(`could not be fetched: ${error.message}`)
    throw error
  }
}
