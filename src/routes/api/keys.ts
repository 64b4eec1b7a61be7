import { listKeys, revokeKey } from '../../db/queries/keys.ts'
import { KeyCreated, KeyDeleted, KeyList, KeyRotation, NewKey } from '../../schemas/keys.ts'
import { ListQuery } from '../../schemas/lists.ts'
import { IdPath } from '../../schemas/paths.ts'
import { Ref } from '../../schemas/ref.ts'
import { found } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { answer, done, listReply, pageOf } from '../replies.ts'
import { issueKey, replaceKey } from '../work/accounts.ts'

const tags = ['API keys']

export function keyRoutes(app: App, { db }: Parts): void {
  app.get(
    '/keys',
    {
      schema: {
        operationId: 'listKeys',
        tags,
        summary: 'List API keys',
        description:
          'The live API keys of the account, newest first: without their secrets, and without expired and deleted ones.',
        querystring: ListQuery,
        response: { 200: Ref(KeyList) },
      },
    },
    async ({ account, query }) => {
      const page = pageOf(query)
      return listReply('keys', await listKeys(db, account.id, page), page)
    },
  )

  app.post(
    '/key/add',
    {
      schema: {
        operationId: 'createKey',
        tags,
        summary: 'Create an API key',
        description:
          'Makes an API key and shows it, this once. One key for each environment keeps their rate limits apart. An account has at most 25 live keys.',
        body: Ref(NewKey),
        response: { 200: Ref(KeyCreated) },
      },
    },
    async ({ account, body }) => answer(await issueKey(db, account.id, body)),
  )

  app.post(
    '/key/:id/rotate',
    {
      schema: {
        operationId: 'rotateKey',
        tags,
        summary: 'Rotate an API key',
        description:
          'Makes a new key with the name, scope and expiry of an old one, which ends now or after `overlap` seconds.',
        params: IdPath('key'),
        body: Ref(KeyRotation),
        response: { 200: Ref(KeyCreated) },
      },
    },
    async ({ account, params, body }) => answer(await replaceKey(db, account.id, params.id, body.overlap ?? 0)),
  )

  app.delete(
    '/key/:id/delete',
    {
      schema: {
        operationId: 'deleteKey',
        tags,
        summary: 'Delete an API key',
        description: 'The key stops working at once, on every instance. A key may delete itself.',
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
