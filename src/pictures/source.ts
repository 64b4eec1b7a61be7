import { FetchRefused } from '../net/fetch-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'

/** A named picture that cannot be had. The message is for the person who named it. */
export class PictureRefused extends Error {}

/** Throws PictureRefused, with the length, where a picture is too long; checked before anything is decoded. */
export function checkLength(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new PictureRefused(`has ${bytes} bytes; at most ${maxBytes} are allowed`)
}

/** The bytes of a data URI in base64. */
export function readDataUri(source: string, maxBytes: number): Buffer {
  const comma = source.indexOf(',')
  const encoded = source.slice(comma + 1)
  if (comma < 0 || !/;base64$/i.test(source.slice(0, comma)) || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded))
    throw new PictureRefused('is not a data URI in base64')
  const bytes = Buffer.from(encoded, 'base64')
  checkLength(bytes.length, maxBytes)
  return bytes
}

/** The body at an http or https address, through the guarded fetch. */
export async function fetchPicture(
  source: string,
  safeFetch: SafeFetch,
  { maxBytes, accept }: { maxBytes: number; accept: string },
): Promise<Buffer> {
  try {
    const { ok, status, body } = await safeFetch(source, { maxBytes, accept })
    if (!ok) throw new PictureRefused(`could not be fetched: its server answered ${status}`)
    return body
  } catch (error) {
    if (error instanceof FetchRefused) throw new PictureRefused(`could not be fetched: ${error.message}`)
    throw error
  }
}
