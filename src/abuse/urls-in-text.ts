// Where one URL ends and the next begins. Quotes and parentheses may be part of a URL.
const BETWEEN = /[\s<>"]+|[,;|()[\]](?=https?:)/i
const WITH_SCHEME = /https?:.+/i
// A host with at least one dot, perhaps with a path; not the host of an e-mail address.
const WITHOUT_SCHEME = /(?<![@\p{L}\p{N}_.-])[\p{L}\p{N}_-]+(?:[.。．｡][\p{L}\p{N}_-]+)+(?::\d+)?(?:[/?#].*)?/gu

/**
 * What programs may read as URLs in plain text, such as that of a QR code: with or without scheme, in brackets, followed
 * by punctuation, on the folded lines and with the escapes of vCards.
 */
export function urlsInText(text: string): string[] {
  // Then the text is one URL, and those in its path or query are not opened.
  if (/^https?:\/\/[^\s,;|]+$/i.test(text)) return endsOf(text)
  const unfolded = text
    .replace(/\r?\n[ \t]/g, '')
    .replace(/\\n/gi, '\n')
    .replace(/\\(.)/g, '$1')
  const tokens = new Set([text, unfolded].flatMap((form) => form.split(BETWEEN)))
  return [...tokens].flatMap((token) => {
    const url = WITH_SCHEME.exec(token)?.[0]
    return (url ? [url] : (token.match(WITHOUT_SCHEME) ?? []).map((found) => `http://${found}`)).flatMap(endsOf)
  })
}

// With all that follows, without punctuation at its end, and up to the first of what rarely is part of a URL.
const endsOf = (url: string): string[] => [
  ...new Set([
    url,
    url.replace(/(?<=[\p{L}\p{N}/])[^\p{L}\p{N}/]+$/u, ''),
    /^https?:[\\/]*[^'()[\]\\,;!*`{}|]*/i.exec(url)?.[0] ?? url,
  ]),
]
