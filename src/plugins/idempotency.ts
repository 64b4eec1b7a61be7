import type { TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { beginRequest, type Run, releaseKey, storeAnswer } from '../../db/queries/idempotency.ts'
import { inTransaction } from '../../db/transaction.ts'
import { ApiError, tooMany } from '../errors/api-error.ts'
import type { FailureCode } from '../errors/codes.ts'
import type { Signer } from '../security/signer.ts'
import type { App, Services } from '../services.ts'
import { DAY_MS } from '../time/timestamps.ts'
import { readIdempotencyKey } from '../validation/idempotency-key.ts'
import { hooksOf, type RouteHook } from './route-hooks.ts'

// Longer than any request takes: after that the process must have crashed, and the next attempt runs the request again.
const LOCK_SECONDS = 120
const SUCCESS = 200
const MAX_PER_DAY = 50_000
// Maximum bytes of the replies stored for an account; a reply to 1,000 links takes about 100 KB.
const MAX_BYTES_PER_DAY = 256 * 1024 * 1024
// Longer failures are not stored: they changed nothing, so the request can safely run again.
const MAX_FAILURE_BYTES = 4096
const MAX_SUCCESS_BYTES = 1024 * 1024

const KEY_FAULT =
  'must be 1 to 255 visible ASCII characters without spaces, bare or as a quoted string, such as 8e03978e-40d5-43dd-bc93-6894a57f9324'
const CODES: FailureCode[] = ['idempotency_in_progress', 'idempotency_key_reused']

/** Sorts members, because a client may send them in another order when it repeats a request. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

// Keyed, because a body may contain a password, which could be guessed from a plain hash. A restricted key gets no
// reply that was stored for one with other permissions or domains.
function fingerprintOf(signer: Signer, { method, url, body, account }: FastifyRequest): string {
  const restrictions = [account.domains?.toSorted(), account.permissions].filter((restriction) => restriction != null)
  return signer.digest([method, url, ...[body ?? {}, ...restrictions].map((part) => JSON.stringify(part, inOrder))])
}

/** The fields of a successful reply that are shown only once (`shownOnce` of schemas/ref.ts). */
function secretsOf({ routeOptions, server }: FastifyRequest): string[] {
  const success = (routeOptions.schema?.response as Record<string, TSchema> | undefined)?.['200']
  const schema = typeof success?.['$ref'] === 'string' ? (server.getSchema(success['$ref']) as TSchema) : success
  const fields = Object.entries((schema?.['properties'] ?? {}) as Record<string, TSchema>)
  return fields.filter(([, field]) => field['x-shown-once']).map(([name]) => name)
}

function isStored(status: number, bytes: number): boolean {
  if (status === 401 || status === 429 || status >= 500) return false
  return bytes <= (status < 400 ? MAX_SUCCESS_BYTES : MAX_FAILURE_BYTES)
}

function withoutFields(body: string, names: readonly string[]): string {
  if (names.length === 0) return body
  const entries = Object.entries(JSON.parse(body) as object)
  return JSON.stringify(Object.fromEntries(entries.filter(([name]) => !names.includes(name))))
}

/** A request that runs, with the body of its answer once that is stored. */
interface RunningRequest extends Run {
  /** The fields of the answer that are not stored. */
  secrets: readonly string[]
  stored?: string
}

const inProgress = (seconds: number) =>
  new ApiError('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', {
    // Retry after the elapsed time (exponential back-off).
    retryAfterS: Math.ceil(Math.max(1, Math.min(seconds, LOCK_SECONDS - seconds))),
  })

const reused = () =>
  new ApiError(
    'idempotency_key_reused',
    'Another request was sent with this Idempotency-Key; use a new key for each request.',
  )

/**
 * The first `preValidation` hook of every route with the scope `write` or `admin`: a request with the `Idempotency-Key`
 * of an earlier one is answered with the stored reply of that one. A request without the header passes.
 */
export const replayStoredReply: RouteHook = Object.assign(
  async (request: FastifyRequest, reply: FastifyReply) =>
    request.headers['idempotency-key'] === undefined ? undefined : request.server.replayOrBegin(request, reply),
  { codes: CODES },
)

/** Refuses to start with a route that writes and does not name `replayStoredReply`. */
export function assertReplay(route: RouteOptions): void {
  const isWrite = hooksOf(route).some(({ scope }) => scope !== undefined && scope !== 'read')
  const [first] = [route.preValidation ?? []].flat()
  if (isWrite !== (first === replayStoredReply))
    throw new Error(
      `${route.method} ${route.url}: replayStoredReply must be the first preValidation hook of routes that write`,
    )
}

/** Makes `replayStoredReply` and `answerOnce` work for the routes of this scope. */
export function addIdempotencyKeys(
  app: App,
  { db, counters, signer }: Pick<Services, 'db' | 'counters' | 'signer'>,
): void {
  const running = new WeakMap<FastifyRequest, RunningRequest>()
  const bytesKey = ({ accountId }: Run) => `idempotency-bytes:${accountId}`
  const countBytes = (run: Run, body: string) => counters.increment(bytesKey(run), DAY_MS, Buffer.byteLength(body))

  app.addHook('onRoute', assertReplay)
  app.decorate('replayOrBegin', async (request: FastifyRequest, reply: FastifyReply) => {
    const header = request.headers['idempotency-key']
    const key = readIdempotencyKey(String(header))
    if (key === undefined) {
      request.faults = { ...request.faults, header: [{ path: 'header/Idempotency-Key', message: KEY_FAULT }] }
      return
    }
    const { count, ttlMs } = await counters.increment(`idempotency:${request.account.id}`, DAY_MS)
    if (count > MAX_PER_DAY) throw tooMany(`More than ${MAX_PER_DAY} requests with an Idempotency-Key in a day.`, ttlMs)
    const identity = { key, fingerprint: fingerprintOf(signer, request) }
    const outcome = await beginRequest(db, request.account.id, identity, LOCK_SECONDS)
    if (outcome.state === 'reused') throw reused()
    if (outcome.state === 'running') throw inProgress(outcome.seconds)
    if (outcome.state === 'answered')
      return reply
        .code(outcome.status)
        .header('Idempotent-Replayed', 'true')
        .type('application/json; charset=utf-8')
        .send(outcome.body)
    const stored = await counters.read(bytesKey(outcome.run))
    if (stored.count >= MAX_BYTES_PER_DAY) {
      await releaseKey(db, outcome.run)
      throw tooMany('The replies stored for the Idempotency-Keys of this account take 256 MiB in a day.', stored.ttlMs)
    }
    running.set(request, { ...outcome.run, secrets: secretsOf(request) })
  })
  app.decorateRequest('answerOnce', {
    getter() {
      const request = running.get(this)
      return async (db, create) => {
        if (!request) return create(db)
        const { made, body } = await inTransaction(db, async (db) => {
          const made = await create(db)
          const body = withoutFields(JSON.stringify(made), request.secrets)
          // Another attempt has taken over, so this one is rolled back.
          if (!(await storeAnswer(db, request, { status: SUCCESS, body }))) throw inProgress(0)
          return { made, body }
        })
        request.stored = body
        await countBytes(request, body)
        return made
      }
    },
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const run = running.get(request)
    if (!run) return
    running.delete(request)
    try {
      const text = String(payload)
      if (!isStored(reply.statusCode, Buffer.byteLength(text))) return await releaseKey(db, run)
      const body = withoutFields(text, run.secrets)
      if (body === run.stored) return
      await storeAnswer(db, run, { status: reply.statusCode, body })
      await countBytes(run, body)
    } catch (error) {
      // The change is committed, so a failed store only loses the replay.
      request.log.warn({ reqId: request.id, err: error }, 'the answer to an Idempotency-Key could not be stored')
    }
  })
}
