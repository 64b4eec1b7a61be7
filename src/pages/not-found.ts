import type { Page } from '../layout.ts'
import { messagePage } from './message.ts'

/** The 404 page. It says the same whether there is nothing, or something that is nobody's business. */
export function notFoundPage(): Page {
  return messagePage({
    title: 'Nothing at this address',
    text: 'The link may have been mistyped, moved or taken down. Check the address, or ask whoever gave it to you.',
    kicker: '404',
  })
}
