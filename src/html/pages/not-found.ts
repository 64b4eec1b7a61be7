import type { Page } from '../layout.ts'
import { messagePage } from './message.ts'

/** The 404 page. `home` is where the site's own front door is, where it has one. */
export function notFoundPage({ home = null }: { home?: string | null } = {}): Page {
  return messagePage({
    title: 'Nothing at this address',
    text: 'The link may have been mistyped, moved or taken down. Check the address, or ask whoever gave it to you.',
    kicker: '404',
    action: home === null ? null : { href: home, label: 'Go to the start page' },
  })
}
