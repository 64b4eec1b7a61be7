import { listKeys, revokeKey, updateKey } from '../../../db/queries/keys.ts'
import { KeyChange, KeyCreated, KeyDeleted, KeyList, KeyRotation, KeyUpdated, NewKey } from '../../../schemas/keys.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { issueKey, replaceKey } from '../../accounts/accounts.ts'
import { assertNoMore, changeCheck } from '../../accounts/key-restrictions.ts'
import { found, invalid } from '../../errors/api-error.ts'
import { readRestrictions } from '../../links/key-domains.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { isInRanges } from '../../security/ip-ranges.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, failure, listReply } from '../replies.ts'

const tags = ['API keys']

export function keyRoutes(app: App, { db, config }: Services): void {
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
      onRequest: requireScope('admin', 'create'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createKey',
        tags,
        summary: 'Create an API key',
        description:
          'Creates an API key, which is shown only in this response. Each key has its own rate limit, so use one per environment. An account has at most 25 active keys. A key that expires or is restricted can only create keys that expire no later and can do no more.',
        body: Ref(NewKey),
        response: { 200: Ref(KeyCreated), 403: failure('key_limit', 'key_exceeds_maker', 'key_outlives_maker') },
      },
    },
    async ({ account, body, answerOnce }) => {
      const key = await readRestrictions({ db, config }, account.id, body)
      return answerOnce(db, async (db) => answer(await issueKey(db, account.id, key, account)))
    },
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
          'Creates a key with the name, scope and expiry of another one, which is revoked now or after `overlap` seconds. A key is rotated once; then its successor is. A key that expires can only rotate keys that expire no later.',
        params: IdPath('key'),
        body: Ref(KeyRotation),
        response: {
          200: Ref(KeyCreated),
          403: failure('key_limit', 'key_exceeds_maker', 'key_outlives_maker'),
          409: failure('key_replaced'),
        },
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
          'Changes the name of a key, what it is restricted to, and the type of `error` in its list responses; at once, on every instance. Scope and expiry cannot be changed.',
        params: IdPath('key'),
        body: Ref(KeyChange),
        response: { 200: Ref(KeyUpdated), 403: failure('key_exceeds_maker', 'key_outlives_maker') },
      },
    },
    async ({ account, params, body, ip }) => {
      const change = await readRestrictions({ db, config }, account.id, body)
      if (params.id === account.keyId && change.ips && !isInRanges(change.ips, ip))
        throw invalid([{ path: '/ips', message: `must contain ${ip}, from which the key is used to change itself` }])
      found(await updateKey(db, account.id, params.id, change, changeCheck(change, account)), 'API key')
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
        response: { 200: Ref(KeyDeleted), 403: failure('key_exceeds_maker') },
      },
    },
    async ({ account, params }) => {
      found(await revokeKey(db, account.id, params.id, (key) => assertNoMore(key, account)), 'API key')
      return done('API key has been deleted successfully.')
    },
  )
}
