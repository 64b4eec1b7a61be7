import type { FastifyRequest } from 'fastify'
import { recordUnverifiedEvent, storeEvent } from '../../../db/queries/payment-events.ts'
import * as paymentSchemas from '../../../schemas/payments.ts'
import { PaymentEvent, PaymentEventReceived, type Provider, ProviderPath } from '../../../schemas/payments.ts'
import { Ref } from '../../../schemas/ref.ts'
import { ApiError, notFoundFailure, refuseEncoded, tooMany } from '../../errors/api-error.ts'
import { hashOf, missingFields, readEnvelope } from '../../payments/envelope.ts'
import { type EventWorker, startEventWorker } from '../../payments/event-worker.ts'
import { verifyDelivery } from '../../payments/verify-delivery.ts'
import { addressKey } from '../../security/ip-addresses.ts'
import { createIpLimit } from '../../security/ip-limit.ts'
import type { Counters } from '../../security/window-counters.ts'
import type { App, Services } from '../../services.ts'
import { MINUTE_MS } from '../../time/timestamps.ts'
import { addComponents } from '../components.ts'
import { done, failure } from '../replies.ts'

const BODY_LIMIT = 256 * 1024
const MAX_UNSIGNED_PER_MINUTE = 60

const providers = ProviderPath.properties.provider['enum'] as Provider[]

/** The receivers of payment events, one per provider. */
export function webhookRoutes(app: App, services: Services): void {
  const { config, db } = services
  addComponents(app, paymentSchemas)
  const bodies = storeRawBodies(app)
  const countUnsigned = limitUnsigned(services.counters)
  const eventWorker = runEventWorker(app, services)

  app.addHook('onRequest', async (request) => {
    const { provider } = request.params as { provider?: Provider }
    if (provider === undefined || !providers.includes(provider)) throw notFoundFailure()
  })

  // A scope's own not-found handler does not cover its root.
  app.all('/', { schema: { hide: true } }, () => {
    throw notFoundFailure()
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
          'Set this URL in the dashboard of the payment provider. An event is stored once, by its id, and applied to an account after the response. If the signing secret of the provider is set, only signed deliveries are accepted; without one, events are recorded and have no effect.',
        security: [],
        params: ProviderPath,
        body: Ref(PaymentEvent),
        response: {
          200: Ref(PaymentEventReceived),
          401: failure('bad_signature'),
          503: failure('certificate_away'),
        },
      },
    },
    async (request) => {
      const { provider } = request.params
      const body = bodies.get(request) ?? Buffer.alloc(0)
      const secrets = config.paymentSecrets[provider]
      if (secrets.length === 0) {
        await countUnsigned(request)
        const { id, type } = envelopeOf(provider, body)
        await recordUnverifiedEvent(db, { provider, event_id: id, type, body_hash: hashOf(body) })
        return done('Event received. It is not verified and has no effect.')
      }
      const delivery = { headers: request.headers, body, now: new Date(), address: addressKey(request.ip) }
      const verification = await verifyDelivery(provider, delivery, secrets, services.verifyPaypal)
      if (verification === 'unknown')
        throw new ApiError(
          'certificate_away',
          'The signature cannot be verified at the moment; send the event again.',
          {
            retryAfterS: 60,
          },
        )
      if (verification === 'bad') throw await badSignature(request, provider, countUnsigned)
      const { id, type, text } = envelopeOf(provider, body)
      const stored = await storeEvent(db, {
        provider,
        event_id: id,
        type,
        transmission_id: provider === 'paypal' ? String(request.headers['paypal-transmission-id']) : null,
        body: text,
        body_hash: hashOf(body),
      })
      if (stored === 'replayed') throw await badSignature(request, provider, countUnsigned)
      if (stored === 'new') eventWorker().wake()
      return done(stored === 'new' ? 'Event received.' : 'Event was received before.')
    },
  )
}

// Stores the bytes, which the signatures are of. Accepts the same content types as all routes: JSON, text, or none.
function storeRawBodies(app: App): WeakMap<FastifyRequest, Buffer> {
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  app.removeAllContentTypeParsers()
  const store = async (request: FastifyRequest, body: Buffer | string) => {
    if (body.length > 0) refuseEncoded(request.headers['content-encoding'], 'event')
    bodies.set(request, Buffer.from(body))
  }
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, store)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer | string) => {
    if (body.length > 0 && request.headers['content-type'] !== undefined)
      throw new ApiError('unsupported_media_type', 'Send the event as JSON with Content-Type: application/json.')
    return store(request, body)
  })
  return bodies
}

// Signed events are not limited, because a provider sends all of them from a few addresses.
function limitUnsigned(counters: Counters): (request: FastifyRequest) => Promise<void> {
  const count = createIpLimit(counters, { name: 'webhook', max: MAX_UNSIGNED_PER_MINUTE, windowMs: MINUTE_MS })
  return async ({ ip }) => {
    const waitMs = await count(ip)
    if (waitMs > 0) throw tooMany('Too many unsigned or badly signed events; wait a minute.', waitMs)
  }
}

async function badSignature(
  request: FastifyRequest,
  provider: Provider,
  countUnsigned: (request: FastifyRequest) => Promise<void>,
): Promise<ApiError> {
  await countUnsigned(request)
  request.log.warn({ reqId: request.id, provider }, 'payment event rejected: its signature is not valid')
  return new ApiError('bad_signature', 'The signature of this event is missing, wrong or too old.', {
    headers: { 'WWW-Authenticate': 'Signature' },
  })
}

function envelopeOf(provider: Provider, body: Buffer) {
  const envelope = readEnvelope(provider, body)
  if (envelope) return envelope
  throw new ApiError('invalid_request', 'The body must be a JSON object with a text `id` and `type`.', {
    errors: missingFields(provider, body)?.map((name) => ({
      path: `/${name}`,
      message: 'must be a text of 1 to 255 characters',
    })) ?? [{ path: '', message: 'must be a JSON object' }],
  })
}

function runEventWorker(app: App, { config, db }: Services): () => EventWorker {
  let worker: EventWorker | undefined
  const start = () => {
    worker ??= startEventWorker(
      db,
      {
        plans: config.plans,
        planDays: config.PLAN_DAYS,
        trialDays: config.TRIAL_DAYS,
        paymentsByEmail: config.PAYMENTS_BY_EMAIL === 'on',
      },
      app.log,
      config.WEBHOOK_BODY_DAYS || null,
    )
    return worker
  }
  app.addHook('onReady', async () => {
    start()
  })
  app.addHook('onClose', async () => worker?.stop())
  return start
}
