import type { Page } from '../../html/layout.ts'
import type { Look } from '../../html/look.ts'
import type { Texts } from '../../locale/texts/texts.ts'
import { messagePage } from '../../pages/message.ts'
import { notFoundPage } from '../../pages/not-found.ts'

// The messages of failures are in English, for programs; visitors get these texts.
const texts: Partial<Record<string, keyof Texts['failure']>> = {
  unknown_host: 'unknownHost',
  too_many_unknown: 'tooMany',
  rate_limited: 'tooMany',
}

/** The page of a request that failed. */
export function failurePage(look: Look, { status, code }: { status: number; code: string }): Page {
  const { failure, loop, blocked } = look.language.texts
  if (status === 404) return notFoundPage(look)
  if (code === 'redirect_loop') return messagePage(look, loop)
  if (code === 'link_blocked') return messagePage(look, blocked)
  const isOurs = status >= 500
  return messagePage(look, {
    title: isOurs ? failure.failed : failure.refused,
    text: failure[texts[code] ?? (isOurs ? 'unavailable' : status === 429 ? 'tooMany' : 'invalid')],
    kicker: String(status),
  })
}
