import type { Page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { messagePage } from './message.ts'

/** The page of a link that has expired or has no clicks left. */
export function expiredPage(look: Look, { reason }: { reason: 'time' | 'clicks' }): Page {
  const { title, byTime, byClicks, kicker } = look.language.texts.expired
  return messagePage(look, { title, text: reason === 'time' ? byTime : byClicks, kicker })
}
