import type { Page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { messagePage } from './message.ts'

/** The page of a link that has not started. */
export function earlyPage(look: Look): Page {
  return messagePage(look, look.language.texts.early)
}
