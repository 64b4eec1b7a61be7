import type { Page } from '../html/layout.ts'
import { messagePage } from './message.ts'

/** The 404 page, the same for URLs that do not exist and for private ones. */
export function notFoundPage(): Page {
  return messagePage({
    title: 'Nothing at this address',
    text: 'The link may have been mistyped, moved or taken down. Check the address, or ask the person who gave it to you.',
    kicker: '404',
  })
}
