import { Type } from '@sinclair/typebox'
import { future, id, text } from './fields.ts'
import { defaulted, optional } from './ref.ts'

/** What kinds of abuse visitors can report. */
export const REPORT_KINDS = ['phishing', 'malware', 'spam', 'illegal', 'other'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

const subject = {
  host: Type.Optional(text('A host, which is blocked with all below it.', 'evil.example', 300)),
  link: Type.Optional(
    text('A short URL, an alias that is on one host only, or an id.', 'https://go.example.com/x', 8192),
  ),
  account: Type.Optional(
    text('An e-mail address, an id, or the URL of something of the account.', 'mallory@example.com', 2048),
  ),
}

/** The body of a request of the operator to block something. */
export const NewBan = Type.Object({
  ...subject,
  reason: optional(text('Why. The owner of a link sees it.', 'reported as phishing', 500)),
  until: optional(future('When it ends.')),
})
/** The body of a request of the operator to lift that. */
export const Lift = Type.Object(subject)
export const ReportId = Type.Object({ id: id('Id of the report.') })
export const OperatorQuery = Type.Object({
  limit: defaulted(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
})
