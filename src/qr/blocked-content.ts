import type { QrType } from '../../schemas/qr-content.ts'
import { blockedFault } from '../abuse/blocked-faults.ts'
import type { Blocklist } from '../abuse/blocklist.ts'
import { urlsInText } from '../abuse/urls-in-text.ts'
import type { Fault } from '../errors/api-error.ts'
import { type Content, readContent } from './content.ts'

/** What may be URLs in the texts of a content. */
export const urlsOfContent = (content: Content): string[] =>
  Object.values(content).flatMap((value) => (typeof value === 'string' ? urlsInText(value) : []))

/** The fault of content with a URL that is blocked, in whatever field; none if it is not valid content. */
export function findBlockedContent(blocklist: Blocklist, type: QrType, data: unknown): Fault[] {
  const read = readContent(type, data)
  const isBlocked = 'content' in read && urlsOfContent(read.content).some((url) => blocklist.blocksUrl(url))
  return isBlocked ? [blockedFault('/data')] : []
}
