import { listKeys, revokeKey, updateKey } from '../../../db/queries/keys.ts'
import { KeyChange, KeyCreated, KeyDeleted, KeyList, KeyRotation, KeyUpdated, NewKey } from '../../../schemas/keys.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { issueKey, replaceKey } from '../../accounts/accounts.ts'
import { found } from '../../errors/api-error.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, failure, listReply } from '../replies.ts'

const tags = ['API keys']

export function keyRoutes(app: App, { db }: Services): void {
  app.get(
    '/keys',
    {
      schema: {
        operationId: 'listKeys',
        tags,
        summary: 'List API keys',
        description:
          'The active API keys of the account, newest first; without the keys themselves, and without expired and deleted ones.',
        querystring: CreatedQuery,
        response: { 200: Ref(KeyList) },
      },
    },
    async ({ account, page }) => {
      return listReply('keys', await listKeys(db, account.id, page), page)
    },
  )

  app.post(
    '/key/add',
    {
      onRequest: requireScope('admin'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createKey',
        tags,
        summary: 'Create an API key',
        description:
          'Creates an API key, which is shown only in this response. Each key has its own rate limit, so use one per environment. An account has at most 25 active keys. A key that expires can only create keys that expire no later.',
        body: Ref(NewKey),
        response: { 200: Ref(KeyCreated), 403: failure('key_limit', 'key_outlives_maker') },
      },
    },
    async ({ account, body, answerOnce }) =>
      answerOnce(db, async (db) => answer(await issueKey(db, account.id, body, account))),
  )

  app.post(
    '/key/:id/rotate',
    {
      onRequest: requireScope('admin'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'rotateKey',
        tags,
        summary: 'Rotate an API key',
        description:
          'Creates a key with the name, scope and expiry of another one, which is revoked now or after `overlap` seconds. A key that expires can only rotate keys that expire no later.',
        params: IdPath('key'),
        body: Ref(KeyRotation),
        response: { 200: Ref(KeyCreated), 403: failure('key_limit', 'key_outlives_maker') },
      },
    },
    async ({ account, params, body, answerOnce }) =>
      answerOnce(db, async (db) => answer(await replaceKey(db, account.id, params.id, body.overlap ?? 0, account))),
  )

  app.put(
    '/key/:id/update',
    {
      onRequest: requireScope('admin'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'updateKey',
        tags,
        summary: 'Update an API key',
        description:
          'Changes the name of a key and the type of `error` in its list responses. Scope and expiry cannot be changed.',
        params: IdPath('key'),
        body: Ref(KeyChange),
        response: { 200: Ref(KeyUpdated) },
      },
    },
    async ({ account, params, body }) => {
      found(await updateKey(db, account.id, params.id, body), 'API key')
      return done('API key has been updated successfully.')
    },
  )

  app.delete(
    '/key/:id/delete',
    {
      onRequest: requireScope('admin'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteKey',
        tags,
        summary: 'Delete an API key',
        description: 'Revokes a key at once, on every instance. A key can delete itself.',
        params: IdPath('key'),
        response: { 200: Ref(KeyDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await revokeKey(db, account.id, params.id), 'API key')
      return done('API key has been deleted successfully.')
    },
  )
}
