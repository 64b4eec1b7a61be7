import type { FastifyRequest } from 'fastify'
import { noteUnverifiedEvent, storeEvent } from '../../db/queries/webhooks.ts'
import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import * as webhookSchemas from '../../schemas/webhooks.ts'
import { PaymentEvent, PaymentEventReceived, type Provider, ProviderPath } from '../../schemas/webhooks.ts'
import { addComponents } from '../components.ts'
import { ApiError, tooMany } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { done } from '../replies.ts'
import { addressKey } from '../work/attempts.ts'
import { type Applier, startApplier } from '../work/payments/applier.ts'
import { hashOf, missingNames, readEnvelope } from '../work/payments/envelope.ts'
import { verifyDelivery } from '../work/payments/verify.ts'

const BODY_LIMIT = 256 * 1024
const MINUTE_MS = 60_000
const UNSIGNED_A_MINUTE = 60

const providers = ProviderPath.properties.provider['enum'] as Provider[]

const nothingHere = () => new ApiError(404, 'not_found', 'There is nothing at this address.')

/** The receivers of the payment providers' events. */
export function webhookRoutes(app: App, parts: Parts): void {
  const { config, db } = parts
  addComponents(app, webhookSchemas)
  const bodies = keepRawBodies(app)
  const spend = limitUnsigned(app)
  const applying = runApplier(app, parts)

  app.addHook('onRequest', async (request) => {
    const { provider } = request.params as { provider?: Provider }
    if (provider === undefined || !providers.includes(provider)) throw nothingHere()
  })

  // A scope's own not-found handler does not cover its root.
  app.all('/', { schema: { hide: true } }, () => {
    throw nothingHere()
  })

  app.post(
    '/:provider',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'receivePaymentEvent',
        tags: ['Payment webhooks'],
        summary: 'Receive a payment event',
        description:
          'Set this address in the dashboard of the payment provider. An event is stored once, by its id, and answered at once; its effect on an account follows. Where the signing secret of the provider is set, only deliveries that it signed are taken; without one an event is noted and has no effect.',
        security: [],
        params: ProviderPath,
        body: Ref(PaymentEvent),
        response: {
          200: Ref(PaymentEventReceived),
          400: Ref(Failure),
          401: Ref(Failure),
          404: Ref(Failure),
          413: Ref(Failure),
          415: Ref(Failure),
          429: Ref(Failure),
          503: Ref(Failure),
          default: Ref(Failure),
        },
      },
    },
    async (request) => {
      const { provider } = request.params
      const body = bodies.get(request) ?? Buffer.alloc(0)
      const secrets = config.paymentSecrets[provider]
      if (secrets.length === 0) {
        await spend(request)
        const { id, type } = envelopeOf(provider, body)
        await noteUnverifiedEvent(db, { provider, event_id: id, type, body_hash: hashOf(body) })
        return done('Event received. It is not verified and has no effect.')
      }
      const delivery = { headers: request.headers, body, now: new Date() }
      const verdict = await verifyDelivery(provider, delivery, secrets, parts.verifyPaypal)
      if (verdict === 'unknown')
        throw new ApiError(
          503,
          'certificate_away',
          'The signature cannot be checked just now; send the event again.',
          [],
          {
            'Retry-After': '60',
          },
        )
      if (verdict === 'bad') throw await badSignature(request, provider, spend)
      const { id, type, text } = envelopeOf(provider, body)
      const stored = await storeEvent(db, {
        provider,
        event_id: id,
        type,
        transmission_id: provider === 'paypal' ? String(request.headers['paypal-transmission-id']) : null,
        body: text,
        body_hash: hashOf(body),
      })
      if (stored === 'replayed') throw await badSignature(request, provider, spend)
      if (stored === 'new') applying().wake()
      return done(stored === 'new' ? 'Event received.' : 'Event was received before.')
    },
  )
}

// A signature is of the bytes: they are kept as they came. Types are taken as everywhere: JSON, text, or none.
function keepRawBodies(app: App): WeakMap<FastifyRequest, Buffer> {
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  app.removeAllContentTypeParsers()
  const keep = async (request: FastifyRequest, body: Buffer | string) => {
    bodies.set(request, Buffer.from(body))
  }
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, keep)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer | string) => {
    if (body.length > 0 && request.headers['content-type'] !== undefined)
      throw new ApiError(415, 'unsupported_media_type', 'Send the event as JSON with Content-Type: application/json.')
    return keep(request, body)
  })
  return bodies
}

// Signed events are never limited: a provider sends them all from a few addresses.
function limitUnsigned(app: App): (request: FastifyRequest) => Promise<void> {
  const limiter = app.createRateLimit({
    max: UNSIGNED_A_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `webhook:${addressKey(request.ip)}`,
  })
  return async (request) => {
    const limit = await limiter(request)
    if (!limit.isAllowed && limit.isExceeded)
      throw tooMany('Too many unsigned or badly signed events; wait a minute.', limit.ttl)
  }
}

async function badSignature(
  request: FastifyRequest,
  provider: Provider,
  spend: (request: FastifyRequest) => Promise<void>,
): Promise<ApiError> {
  await spend(request)
  request.log.warn({ reqId: request.id, provider, ip: request.ip }, 'payment event refused: its signature is not good')
  return new ApiError(401, 'bad_signature', 'The signature of this event is missing, wrong or too old.', undefined, {
    'WWW-Authenticate': 'Signature',
  })
}

function envelopeOf(provider: Provider, body: Buffer) {
  const envelope = readEnvelope(provider, body)
  if (envelope) return envelope
  throw new ApiError(
    400,
    'invalid_request',
    'The body must be a JSON object with a text `id` and `type`.',
    missingNames(provider, body).map((name) => ({
      path: `/${name}`,
      message: 'must be a text of 1 to 255 characters',
    })),
  )
}

function runApplier(app: App, { config, db }: Parts): () => Applier {
  let applier: Applier | undefined
  const start = () => {
    applier ??= startApplier(
      db,
      { plans: config.plans, planDays: config.PLAN_DAYS, trialDays: config.TRIAL_DAYS },
      app.log,
      config.WEBHOOK_BODY_DAYS || null,
    )
    return applier
  }
  app.addHook('onReady', async () => {
    start()
  })
  app.addHook('onClose', async () => applier?.stop())
  return start
}
