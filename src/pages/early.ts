import type { Page } from '../html/layout.ts'
import { messagePage } from './message.ts'

/** The page of a link that has not started. */
export function earlyPage(): Page {
  return messagePage({
    title: 'This link is not active yet',
    text: 'It was made to work from a set time on. Try it again later, or ask the person who gave it to you.',
    kicker: 'Not yet',
  })
}
