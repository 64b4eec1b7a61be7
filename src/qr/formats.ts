import { chooseType } from '../net/accept.ts'
import { FORMATS, type Format, MEDIA_TYPES } from './picture.ts'

/** The format that an Accept header prefers; PNG if it prefers none of `FORMATS`. */
export function chooseFormat(accept: string | undefined): Format {
  const type = chooseType(accept, [MEDIA_TYPES.png, ...FORMATS.map((format) => MEDIA_TYPES[format])])
  return FORMATS.find((format) => MEDIA_TYPES[format] === type) ?? 'png'
}

/** A Content-Disposition header that saves a file as `<name>.<extension>`; `name` may be any text. */
export function dispositionOf(name: string, extension: string): string {
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim() || 'qr'
  const safe = tidy(
    name
      .replace(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]+/g, ' ')
      .slice(0, 100)
      .toWellFormed(),
  )
  const ascii = tidy(safe.normalize('NFKD').replace(/[^\x20-\x7e]|%/g, ''))
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}.${extension}"; filename*=UTF-8''${encoded}.${extension}`
}
