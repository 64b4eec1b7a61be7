import type { Page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { messagePage } from './message.ts'

/** The 404 page, the same for URLs that do not exist and for private ones. */
export function notFoundPage(look: Look): Page {
  return messagePage(look, { ...look.language.texts.notFound, kicker: '404' })
}
