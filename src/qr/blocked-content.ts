import type { QrType } from '../../schemas/qr-content.ts'
import { textFaults } from '../abuse/blocked-faults.ts'
import type { Blocklist } from '../abuse/blocklist.ts'
import type { Fault } from '../errors/api-error.ts'
import { readContent } from './content.ts'

/** The fault of content with a URL that is blocked, in whatever field; none if it is not valid content. */
export function findBlockedContent(blocklist: Blocklist, type: QrType, data: unknown): Fault[] {
  const read = readContent(type, data)
  if ('faults' in read) return []
  const texts = Object.values(read.content).filter((value) => typeof value === 'string')
  return textFaults(blocklist, texts.join('\n'), '/data')
}
