import { type FailureCode, failureCodes } from '../errors/codes.ts'
import { idempotencyKey, isReplayed } from './idempotency.ts'
import type { OpenApi, Operation, Response } from './model.ts'

const always = ['API-Version', 'App-Version', 'X-Request-Id']
const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const COST = 'X-RateLimit-Cost'
// Bulk requests that fail with another status were refused before their items were counted.
const COUNTED = ['400', '403', '404', '409', '429', '503']

const ref = (name: string) => ({ $ref: `#/components/headers/${name}` })
const refs = (names: string[]) => Object.fromEntries(names.map((name) => [name, ref(name)]))

interface Kind {
  /** The name of the component if its codes are just these; the names of other codes are appended. */
  name: string
  codes: readonly FailureCode[]
  description: string
  headers?: readonly string[]
  /** The failure can occur before the rate limiter, so that its headers may be missing. */
  isEarly?: true
}

const UNAVAILABLE = {
  headers: ['Retry-After'],
  isEarly: true,
  description: 'The service is temporarily unavailable: the database cannot be reached, or the service is restarting.',
} as const

// By status. An operation gets the first kind of which it has all codes.
const kinds: Record<string, Kind[]> = {
  400: [
    {
      name: 'BadRequest',
      codes: ['invalid_request'],
      description: 'The input is not valid, or not JSON. `errors` names every invalid field.',
    },
  ],
  401: [
    {
      name: 'Unauthorized',
      codes: ['key_missing', 'key_unknown', 'key_revoked', 'key_expired'],
      description: 'The API key is missing, unknown, expired or revoked.',
      headers: ['WWW-Authenticate'],
    },
    { name: '', codes: [], description: 'The sender could not be authenticated.', headers: ['WWW-Authenticate'] },
  ],
  403: [
    {
      name: 'Forbidden',
      codes: ['ip_not_allowed', 'permission_required', 'domain_not_allowed', 'account_suspended', 'read_only_key'],
      description: 'The API key or the plan does not allow this.',
    },
    {
      name: 'KeyRestricted',
      codes: ['ip_not_allowed', 'permission_required', 'domain_not_allowed', 'account_suspended'],
      description: 'The API key is restricted.',
    },
    { name: '', codes: [], description: 'A setting of the service does not allow this.' },
  ],
  404: [{ name: 'NotFound', codes: ['not_found'], description: 'The account has no such record.' }],
  409: [
    {
      name: 'InProgress',
      codes: ['idempotency_in_progress'],
      description: 'The request conflicts with a value that is taken, or with another request.',
    },
    { name: '', codes: [], description: 'A value that must be unique is taken.' },
  ],
  413: [{ name: 'ContentTooLarge', codes: ['body_too_large'], description: 'The body is too large.' }],
  415: [
    { name: 'UnsupportedMediaType', codes: ['unsupported_media_type'], description: 'The body is not plain JSON.' },
  ],
  422: [
    {
      name: 'KeyReused',
      codes: ['idempotency_key_reused'],
      description: 'The `Idempotency-Key` belongs to another request.',
    },
  ],
  429: [
    {
      name: 'TooManyRequests',
      codes: ['rate_limited'],
      description:
        'Too many requests in this window. Wait for `Retry-After` seconds, then repeat. Requests in the meantime do not prolong the wait.',
      headers: ['Retry-After'],
    },
  ],
  503: [
    {
      name: 'ChangeUnavailable',
      codes: ['database_away', 'busy', 'closing', 'database_full', 'database_read_only'],
      ...UNAVAILABLE,
    },
    { name: 'Unavailable', codes: ['database_away', 'busy', 'closing'], ...UNAVAILABLE },
  ],
  default: [
    {
      name: 'UnexpectedFailure',
      codes: [
        'internal_error',
        'invalid_request',
        'request_timeout',
        'uri_too_long',
        'headers_too_large',
        'expectation_failed',
      ],
      description: 'Any other failure: an error of the service (500), or a request that is not valid HTTP.',
      isEarly: true,
    },
  ],
}

// The example of a response is that of its first code.
const examples: Partial<Record<FailureCode, { message: string; path?: string }>> = {
  invalid_request: { message: 'is required', path: '/name' },
  key_missing: { message: 'Send your API key as `Authorization: Bearer <API_KEY>`.' },
  login_failed: { message: 'The name or the password is wrong.' },
  bad_signature: { message: 'The signature of this event is missing, wrong or too old.' },
  read_only_key: { message: 'This API key may only read; use one with the scope `write`.' },
  ip_not_allowed: { message: 'This API key may not be used from 203.0.113.7.' },
  link_quarantined: {
    message: 'id is that of a quarantined link, which only the operator of this service can release.',
    path: '/id',
  },
  account_suspended: { message: 'This account has been suspended by the operator of this service.' },
  destination_blocked: {
    message: 'url leads to a host or page that the operator of this service has blocked.',
    path: '/url',
  },
  registration_closed: { message: 'Registration is closed on this service; ask its operator for an account.' },
  not_found: { message: 'Link not found.' },
  alias_taken: { message: 'This alias is taken on this domain; choose another one.', path: '/custom' },
  externalid_taken: { message: 'This externalid is taken: the account has something with it.', path: '/externalid' },
  slug_taken: { message: 'This slug is taken; choose another one.', path: '/slug' },
  domain_taken: { message: 'This domain is registered already.', path: '/domain' },
  email_taken: { message: 'This e-mail address belongs to an account already.', path: '/email' },
  template_limit: { message: 'The account has 100 templates; delete one that is not used.' },
  key_replaced: { message: 'The API key was replaced before: rotate the key that replaces it.' },
  webhook_busy: {
    message: 'Too much waits for the webhook: at most 5000 events and 20 tests. Wait until some are sent.',
  },
  idempotency_in_progress: { message: 'The first request with this Idempotency-Key is still running.' },
  idempotency_key_reused: {
    message: 'Another request was sent with this Idempotency-Key; use a new key for each request.',
  },
  body_too_large: { message: 'The body is too large: at most 1 MiB are accepted.' },
  unsupported_media_type: { message: 'Send the body as JSON with Content-Type: application/json.' },
  rate_limited: { message: 'More than 30 requests in a minute; wait until the window resets.' },
  database_away: { message: 'The database cannot be reached just now; try again shortly.' },
  internal_error: { message: 'Something went wrong on our side. It has been logged.' },
}

function exampleOf(code: FailureCode): object {
  const example = examples[code]
  if (!example) throw new Error(`The failure ${code} has no example for the document`)
  const { message, path } = example
  if (path === undefined) return { error: 1, message, code }
  const sentence = code === 'invalid_request' ? `${path.slice(1)} ${message}.` : message
  return { error: 1, message: sentence, code, errors: [{ path, message }] }
}

const pascal = (code: string) => code.replace(/(^|_)([a-z])/g, (_, _bar, letter: string) => letter.toUpperCase())

function kindOf(status: string, codes: readonly FailureCode[]): Kind {
  const kind = kinds[status]?.find((kind) => kind.codes.every((code) => codes.includes(code)))
  if (!kind) throw new Error(`The document does not know failures of status ${status}`)
  return kind
}

/** A response whose `code` is one of these codes. */
function failureResponse(
  kind: Kind,
  status: string,
  codes: readonly FailureCode[],
  { isLimited, isCounted }: { isLimited: boolean; isCounted: boolean },
): Response {
  const first = codes[0]
  if (first === undefined) throw new Error(`A failure of the kind ${kind.name} has no code`)
  const causes = codes.map((code) => `- \`${code}\`: ${failureCodes[code].cause}`)
  return {
    description: `${kind.description}\n\n${causes.join('\n')}`,
    headers: {
      ...refs([...always, ...(isLimited && !kind.isEarly ? rate : []), ...(isCounted ? [COST] : [])]),
      ...refs([...(kind.headers ?? [])]),
      ...(isLimited && isReplayed(status) ? refs(['Idempotent-Replayed']) : {}),
      ...(codes.includes('idempotency_in_progress') ? { 'Retry-After': ref('Retry-After-In-Progress') } : {}),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Failure' },
            { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } },
          ],
        },
        // What the operation itself refuses says more than what every write can answer.
        example: exampleOf(codes.find((code) => code !== 'idempotency_in_progress') ?? first),
      },
    },
  }
}

/** Lists the codes of all operations as the enum of `code` in the schema `Failure`. */
export function listCodes({ components }: OpenApi): void {
  const responses = Object.values(components.responses)
  const enums = responses.flatMap((response) => response.content?.['application/json']?.schema.allOf ?? [])
  const codes = new Set(enums.flatMap(({ properties }) => properties?.['code']?.enum ?? []))
  const code = components.schemas['Failure']?.properties?.['code']
  if (!code) throw new Error('The document has no schema of failures')
  delete code['pattern']
  code.enum = Object.keys(failureCodes).filter((known) => codes.has(known))
}

/**
 * Adds the headers of the responses of an operation (`x-headers` names further ones), and moves its failures
 * (`x-codes`) to shared components, one per set of codes. An operation that can answer `idempotency_key_reused` takes
 * the header `Idempotency-Key`.
 */
export function describeResponses(
  document: OpenApi,
  operation: Operation,
  { isLimited, isBulk }: { isLimited: boolean; isBulk: boolean },
): void {
  const codesOf = operation['x-codes'] as Record<string, FailureCode[]>
  delete operation['x-codes']
  const own = (operation['x-headers'] ?? []) as string[]
  delete operation['x-headers']
  const isRepeatable = codesOf['422']?.includes('idempotency_key_reused') === true
  if (isRepeatable) operation.parameters = [...(operation.parameters ?? []), idempotencyKey()]
  for (const [status, response] of Object.entries(operation.responses)) {
    const codes = codesOf[status]
    if (!codes) {
      response.headers = refs([
        ...always,
        ...own,
        ...(isLimited ? rate : []),
        ...(isBulk ? [COST] : []),
        ...(isRepeatable && isReplayed(status) ? ['Idempotent-Replayed'] : []),
      ])
      if (status === '304') {
        document.components.responses['NotModified'] = response
        operation.responses[status] = { $ref: '#/components/responses/NotModified' } as Response
      }
      continue
    }
    const kind = kindOf(status, codes)
    const added = codes.filter((code) => !kind.codes.includes(code)).map(pascal)
    const name = [...(kind.name ? [kind.name] : []), ...added].join('Or')
    const isCounted = isBulk && COUNTED.includes(status)
    // Routes outside /api have no rate limit per key: the responses of their failures lack the X-RateLimit headers.
    const component = isCounted ? `Bulk${name}` : isLimited || kind.isEarly ? name : `Unmetered${name}`
    document.components.responses[component] ??= failureResponse(kind, status, codes, { isLimited, isCounted })
    operation.responses[status] = { $ref: `#/components/responses/${component}` } as Response
  }
}
