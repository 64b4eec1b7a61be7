import { FetchError } from '../net/fetch-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'

/** A picture that cannot be fetched or decoded. The message is for the user who sent its source. */
export class PictureError extends Error {}

/** Throws a PictureError if a picture is too large. */
export function checkLength(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new PictureError(`has ${bytes} bytes; at most ${maxBytes} are allowed`)
}

/** The bytes of a base64 data URI. Throws a PictureError. */
export function readDataUri(source: string, maxBytes: number): Buffer {
  const comma = source.indexOf(',')
  const encoded = source.slice(comma + 1)
  if (comma < 0 || !/;base64$/i.test(source.slice(0, comma)) || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded))
    throw new PictureError('is not a data URI in base64')
  const bytes = Buffer.from(encoded, 'base64')
  checkLength(bytes.length, maxBytes)
  return bytes
}

/** The body at an http or https URL, fetched with `safeFetch`. Rejects with a PictureError. */
export async function fetchPicture(
  source: string,
  safeFetch: SafeFetch,
  { maxBytes, accept }: { maxBytes: number; accept: string },
): Promise<Buffer> {
  try {
    const { ok, status, body } = await safeFetch(source, { maxBytes, accept })
    if (!ok) throw new PictureError(`could not be fetched: its server answered ${status}`)
    return body
  } catch (error) {
    // Its message is a sentence, of which the fault of a field is a part.
    if (error instanceof FetchError) throw new PictureError(`could not be fetched: ${error.message.replace(/\.$/, '')}`)
    throw error
  }
}
