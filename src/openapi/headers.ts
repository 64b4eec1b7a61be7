import type { Header } from './model.ts'

const text = (description: string, example: string, more: object = {}): Header => ({
  description,
  required: true,
  schema: { type: 'string', ...more, examples: [example] },
})
const number = (description: string, example: number): Header => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 0, examples: [example] },
})

const added = (header: Header): Header => ({ ...header, 'x-addition': true })
const optional = (header: Header): Header => ({ ...header, required: false })

/** The components of response headers, by name. */
export const headers: Record<string, Header> = {
  'API-Version': text('Version of the API.', 'v1', { enum: ['v1'] }),
  'App-Version': text('Version of the application behind the API.', '7.3.1', { enum: ['7.3.1'] }),
  'X-Request-Id': added(
    text(
      'Id of the request in the logs: that of the request header if it is well-formed, else a new one.',
      '0b0c8f1e-5f0e-4d2a-9a56-1f1f0a6f4c55',
    ),
  ),
  'X-RateLimit-Limit': number('Requests allowed per window.', 30),
  'X-RateLimit-Remaining': number('Requests left in this window.', 29),
  'X-RateLimit-Reset': number('When the window resets: Unix time in seconds, rounded up.', 1_780_304_460),
  'X-RateLimit-Cost': added(
    optional(
      number(
        'The number of requests that this one counts as: one per 100 items, rounded up. A stored reply counts as one and has no such header, nor has what is refused before the items are counted.',
        10,
      ),
    ),
  ),
  'Retry-After': added(number('Seconds to wait before the next attempt.', 42)),
  'Retry-After-In-Progress': added(
    optional(
      number('`Retry-After`, with `idempotency_in_progress` alone: seconds to wait before the next attempt.', 1),
    ),
  ),
  'Idempotent-Replayed': added(
    optional(
      text('Comes with the stored answer of an earlier request that had the same `Idempotency-Key`.', 'true', {
        enum: ['true'],
      }),
    ),
  ),
  'X-Next-Cursor': added(text('Cursor for `after`: of the records that follow these, now or later.', 'djE6MA')),
  ETag: added(text('Version of the picture; send it as `If-None-Match` to get 304 while it is current.', '"Zk3pX0"')),
  'Content-Disposition': added(
    optional(
      text(
        'That the body is to be saved, and the name of the file. Of pictures only with `download=true`.',
        'attachment; filename="summer-sale.svg"',
      ),
    ),
  ),
  'WWW-Authenticate': added(text('Authentication scheme for the header `Authorization`.', 'Bearer')),
}
