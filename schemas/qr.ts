import { oneOf } from './ref.ts'

export const QR_TYPES = ['text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi'] as const

export const QrType = oneOf(QR_TYPES, {
  description: 'What the code holds.',
  examples: ['link'],
})
export type QrType = (typeof QR_TYPES)[number]
