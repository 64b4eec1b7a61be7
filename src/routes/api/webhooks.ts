import {
  createTest,
  listDeliveries,
  MAX_REPLAYED,
  replayDelivery,
  replayFailed,
  replaySpan,
} from '../../../db/queries/deliveries.ts'
import { deleteWebhook, findWebhook, listWebhooks, updateWebhook } from '../../../db/queries/webhooks.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import {
  DeliveryList,
  DeliveryQuery,
  DeliveryReplayed,
  NewWebhook,
  WebhookChange,
  WebhookCreated,
  WebhookDeleted,
  WebhookList,
  WebhookReplay,
  WebhookReplayed,
  WebhookReply,
  WebhookRotation,
  WebhookTested,
  WebhookUpdated,
} from '../../../schemas/webhooks.ts'
import { issueWebhook, queued, replaceSecret } from '../../deliveries/webhooks.ts'
import { found, invalid } from '../../errors/api-error.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { readTimestamp } from '../../time/timestamps.ts'
import { answer, done, failure, listReply } from '../replies.ts'

const tags = ['Webhooks']
const DEFAULT_OVERLAP_S = 86_400
const write = { onRequest: requireScope('admin'), preValidation: replayStoredReply }

export function webhookRoutes(app: App, { db, deliveries, webhookSeal }: Services): void {
  app.get(
    '/webhooks',
    {
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks',
        description: 'The webhooks of the account, newest first, without their secrets.',
        querystring: CreatedQuery,
        response: { 200: Ref(WebhookList) },
      },
    },
    async ({ account, page }) => listReply('webhooks', await listWebhooks(db, account.id, page), page),
  )

  app.get(
    '/webhook/:id',
    {
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Get a webhook',
        description: 'A webhook, without its secret.',
        params: IdPath('webhook'),
        response: { 200: Ref(WebhookReply) },
      },
    },
    async ({ account, params }) => answer({ details: found(await findWebhook(db, account.id, params.id), 'Webhook') }),
  )

  app.post(
    '/webhook/add',
    {
      onRequest: requireScope('admin', 'create'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Create a webhook',
        description:
          'Creates a webhook: from now on events are sent to its URL, signed by Standard Webhooks with a secret that is shown only in this response. An account has at most 12 webhooks.',
        body: Ref(NewWebhook),
        response: { 200: Ref(WebhookCreated), 403: failure('webhook_limit') },
      },
    },
    async ({ account, body, answerOnce }) =>
      answerOnce(db, async (db) => answer(await issueWebhook(db, webhookSeal, account.id, body))),
  )

  app.put(
    '/webhook/:id/update',
    {
      ...write,
      schema: {
        operationId: 'updateWebhook',
        tags,
        summary: 'Update a webhook',
        description:
          'Changes a webhook; fields that are not sent keep their value. A new URL, or `enabled`, ends a pause after failures.',
        params: IdPath('webhook'),
        body: Ref(WebhookChange),
        response: { 200: Ref(WebhookUpdated) },
      },
    },
    async ({ account, params, body }) => {
      found(await updateWebhook(db, account.id, params.id, body), 'Webhook')
      deliveries.wake(account.id)
      return done('Webhook has been updated successfully.')
    },
  )

  app.delete(
    '/webhook/:id/delete',
    {
      ...write,
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook',
        description: 'Deletes a webhook and its deliveries. Nothing is sent any longer.',
        params: IdPath('webhook'),
        response: { 200: Ref(WebhookDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteWebhook(db, account.id, params.id), 'Webhook')
      return done('Webhook has been deleted successfully.')
    },
  )

  app.post(
    '/webhook/:id/rotate',
    {
      ...write,
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Rotate the secret of a webhook',
        description:
          'Replaces the secret. For `overlap` seconds what is sent has the signatures of both, so that the receiver can change to the new one. Ends a pause after failures.',
        params: IdPath('webhook'),
        body: Ref(WebhookRotation),
        response: { 200: Ref(WebhookCreated) },
      },
    },
    async ({ account, params, body: { overlap = DEFAULT_OVERLAP_S }, answerOnce }) => {
      const reply = await answerOnce(db, async (db) =>
        answer(await replaceSecret(db, webhookSeal, account.id, params.id, overlap)),
      )
      deliveries.wake(account.id)
      return reply
    },
  )

  app.post(
    '/webhook/:id/test',
    {
      ...write,
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test to a webhook',
        description:
          'Sends an event of the type `webhook.test`, which is not in the list of events. While the webhook is disabled it is tried only once.',
        params: IdPath('webhook'),
        response: { 200: Ref(WebhookTested), 409: failure('webhook_busy') },
      },
    },
    async ({ account, params, answerOnce }) => {
      const reply = await answerOnce(db, async (db) =>
        answer({ delivery: queued(await createTest(db, account.id, params.id), 'Webhook') }),
      )
      deliveries.wake(account.id)
      return reply
    },
  )

  app.get(
    '/webhook/:id/deliveries',
    {
      schema: {
        operationId: 'listDeliveries',
        tags,
        summary: 'List the deliveries of a webhook',
        description:
          'What is to be sent to a webhook, and what was in the last 30 days, with the attempts, newest first. At most 100,000 are kept.',
        params: IdPath('webhook'),
        querystring: DeliveryQuery,
        response: { 200: Ref(DeliveryList) },
      },
    },
    async ({ account, params, query, page }) => {
      found(await findWebhook(db, account.id, params.id), 'Webhook')
      return listReply('deliveries', await listDeliveries(db, account.id, params.id, page, query.status), page)
    },
  )

  app.post(
    '/webhook/:id/replay',
    {
      ...write,
      schema: {
        operationId: 'replayDeliveries',
        tags,
        summary: 'Send events to a webhook again',
        description: `Sends failed events again, or with \`created_after\` all events of a period, including those already sent; at most ${MAX_REPLAYED}, counting pending ones. The ids of the events stay the same.`,
        params: IdPath('webhook'),
        body: Ref(WebhookReplay),
        response: { 200: Ref(WebhookReplayed), 409: failure('webhook_busy') },
      },
    },
    async ({ account, params, body: { created_after, created_before } }) => {
      if (created_after === undefined && created_before !== undefined)
        throw invalid([{ path: '/created_after', message: 'is required when created_before is sent' }])
      const after = created_after === undefined ? undefined : readTimestamp(created_after)
      const before = created_before === undefined ? new Date() : readTimestamp(created_before)
      const result = after
        ? await replaySpan(db, account.id, params.id, { after, before })
        : await replayFailed(db, account.id, params.id)
      const replayed = queued(result, 'Webhook')
      if (replayed === 'many')
        throw invalid([
          { path: '/created_before', message: `gives more than ${MAX_REPLAYED} events: send an earlier time` },
        ])
      deliveries.wake(account.id)
      return { ...done('Events will be sent again.'), replayed }
    },
  )

  app.post(
    '/delivery/:id/replay',
    {
      ...write,
      schema: {
        operationId: 'replayDelivery',
        tags,
        summary: 'Send an event again',
        description: 'Sends the event of a delivery again, with the same id.',
        params: IdPath('delivery'),
        response: { 200: Ref(DeliveryReplayed), 409: failure('webhook_busy') },
      },
    },
    async ({ account, params }) => {
      queued(await replayDelivery(db, account.id, params.id), 'Delivery')
      deliveries.wake(account.id)
      return done('Event will be sent again.')
    },
  )
}
