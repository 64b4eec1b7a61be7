import type { Header, OpenApi, Operation, Response } from './model.ts'

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

/** The headers of answers, each under its own name. */
export const headers: Record<string, Header> = {
  'API-Version': text('Version of the API.', 'v1', { enum: ['v1'] }),
  'App-Version': text('Version of the application behind the API.', '7.3.1', { enum: ['7.3.1'] }),
  'X-Request-Id': added(
    text(
      'Names this request in the logs: the one you sent, where it is well-formed, else a new one.',
      '0b0c8f1e-5f0e-4d2a-9a56-1f1f0a6f4c55',
    ),
  ),
  'X-RateLimit-Limit': number('Requests a window allows.', 30),
  'X-RateLimit-Remaining': number('Requests left in this window.', 29),
  'X-RateLimit-Reset': number('When the window resets: Unix time in seconds, rounded up.', 1_780_304_460),
  'Retry-After': added(number('Seconds to wait before the next attempt.', 42)),
  'WWW-Authenticate': added(text('How a key is to be sent: in the header `Authorization`.', 'Bearer')),
}

const always = ['API-Version', 'App-Version', 'X-Request-Id']
const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const refs = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

interface Kind {
  name: string
  description: string
  code: string
  message: string
  errors?: { path: string; message: string }[]
  headers?: string[]
  /** It can arise before the limiter has counted, so that the rate headers may be missing. */
  isEarly?: true
}

const kinds: Record<string, Kind> = {
  400: {
    name: 'BadRequest',
    description: 'The input is not valid, or is not JSON. `errors` names every field that is wrong.',
    code: 'invalid_request',
    message: 'name is required.',
    errors: [{ path: '/name', message: 'is required' }],
  },
  401: {
    name: 'Unauthorized',
    description: 'The API key is missing, unknown, expired or revoked.',
    code: 'key_unknown',
    message: 'This API key is not known.',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The scope of the key, the plan or a setting of the service does not allow this.',
    code: 'read_only_key',
    message: 'This API key may only read; use one with the scope `write`.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing in your account.',
    code: 'not_found',
    message: 'Link not found.',
  },
  409: {
    name: 'Conflict',
    description: 'A value that must be unique is taken, or the account holds as many as it may.',
    code: 'alias_taken',
    message: 'This alias is taken.',
    errors: [{ path: '/custom', message: 'This alias is taken.' }],
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is larger than 1 MiB.',
    code: 'body_too_large',
    message: 'The body is too large.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not sent as JSON.',
    code: 'unsupported_media_type',
    message: 'Send the body as JSON with Content-Type: application/json.',
  },
  429: {
    name: 'TooManyRequests',
    description:
      'Too many requests in this window. Wait for `Retry-After` seconds, then repeat; asking meanwhile does not prolong the wait.',
    code: 'rate_limited',
    message: 'More than 30 requests in a minute; wait until the window resets.',
    headers: ['Retry-After'],
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'The database is away, or the service is restarting. Nothing was done; try again.',
    code: 'database_away',
    message: 'The database cannot be reached just now; try again shortly.',
    headers: ['Retry-After'],
    isEarly: true,
  },
  default: {
    name: 'UnexpectedFailure',
    description: 'Any other failure: a fault of ours (500), or a request that is not HTTP as we understand it.',
    code: 'internal_error',
    message: 'Something went wrong on our side. It has been logged.',
    isEarly: true,
  },
}

/** What the same statuses mean outside /api, where there is no API key. */
const outside: Record<string, Partial<Kind>> = {
  401: {
    description: 'The name and the password do not fit, or the signature of the event is not good.',
    code: 'login_failed',
    message: 'The name or the password is wrong.',
  },
  404: { description: 'There is nothing at this address.', message: 'There is nothing at this address.' },
  429: { message: 'Too many attempts; try again later.' },
}

function failureResponse(kind: Kind, isLimited: boolean): Response {
  const { description, code, message, errors, headers: own = [], isEarly } = kind
  return {
    description,
    headers: refs([...always, ...(isLimited && !isEarly ? rate : []), ...own]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        example: { error: 1, message, code, ...(errors ? { errors } : {}) },
      },
    },
  }
}

const isFailure = (response: Response) =>
  Object.values(response.content ?? {}).some(({ schema }) => schema.$ref === '#/components/schemas/Failure')

/** Gives every answer of an operation its headers, and turns the failures into references to shared components. */
export function describeAnswers(document: OpenApi, operation: Operation, isLimited: boolean): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    const kind = kinds[status]
    if (!kind || !isFailure(response)) {
      response.headers = refs([...always, ...(isLimited ? rate : [])])
      continue
    }
    // Outside /api nothing is counted by key: the same failures without the rate headers.
    const name = isLimited || kind.isEarly ? kind.name : `Unmetered${kind.name}`
    document.components.responses[name] ??= failureResponse(
      isLimited ? kind : { ...kind, ...outside[status] },
      isLimited,
    )
    operation.responses[status] = { $ref: `#/components/responses/${name}` } as Response
  }
}
