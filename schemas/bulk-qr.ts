import { bulkOf, bulkReply, bulkResult } from './bulk.ts'
import { NewQr, QrCreated } from './qr.ts'

const { id, link, warnings } = QrCreated.properties

export const NewQrs = bulkOf('NewQrs', NewQr, 'QR codes to create.')

export const QrDone = bulkResult(
  'QrDone',
  { id, link, warnings },
  'Result for a QR code to create: `id` and `link` (not in a dry run) and warnings, or why it failed.',
)
export const QrsDone = bulkReply('QrsDone', QrDone, {})
