import type { Page } from '../html/layout.ts'
import { messagePage } from './message.ts'

/** The page of a link that has expired or has no clicks left. */
export function expiredPage({ reason }: { reason: 'time' | 'clicks' }): Page {
  return messagePage({
    title: 'This link has expired',
    text:
      reason === 'time'
        ? 'It was made to work until a set time, and that time is over.'
        : 'It was made for a set number of visits, and all of them are used up.',
    kicker: 'Link ended',
  })
}
