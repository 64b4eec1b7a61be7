import { createSplash, deleteSplash, findSplash, listSplash, updateSplash } from '../../../db/queries/splash.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import {
  NewSplash,
  SplashChange,
  SplashCreated,
  SplashDeleted,
  SplashList,
  SplashReply,
  SplashUpdated,
} from '../../../schemas/splash.ts'
import { found } from '../../errors/api-error.ts'
import { pictureOfField } from '../../pictures/picture-store.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, failure, listReply, withWarnings } from '../replies.ts'

const tags = ['Splash pages']

export function splashRoutes(app: App, { db, pictures }: Services): void {
  app.get(
    '/splash',
    {
      schema: {
        operationId: 'listSplash',
        tags,
        summary: 'List splash pages',
        description: 'The custom splash pages of the account, newest first.',
        querystring: CreatedQuery,
        response: { 200: Ref(SplashList) },
      },
    },
    async ({ account, page }) => {
      return listReply('splash', await listSplash(db, account.id, page), page)
    },
  )

  app.get(
    '/splash/:id',
    {
      schema: {
        operationId: 'getSplash',
        tags,
        summary: 'Get a splash page',
        description: 'One splash page with all writable fields.',
        params: IdPath('splash page'),
        response: { 200: Ref(SplashReply) },
      },
    },
    async ({ account, params }) =>
      answer({ details: found(await findSplash(db, account.id, params.id), 'Splash page') }),
  )

  app.post(
    '/splash/add',
    {
      onRequest: requireScope('write', 'create'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createSplash',
        tags,
        summary: 'Create a splash page',
        description: 'Creates a splash page. Links with its id as `type` show it before their destination.',
        body: Ref(NewSplash),
        response: { 200: Ref(SplashCreated), 400: failure('destination_blocked') },
      },
    },
    async ({ account, body, answerOnce }) => {
      const made = await answerOnce(db, async (db) => answer({ id: await createSplash(db, account.id, body) }))
      return withWarnings(made, await pictures.fetchMissing(account.id, pictureOfField('image', body)))
    },
  )

  app.put(
    '/splash/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'updateSplash',
        tags,
        summary: 'Update a splash page',
        description: 'Changes any of the fields.',
        params: IdPath('splash page'),
        body: Ref(SplashChange),
        response: { 200: Ref(SplashUpdated), 400: failure('destination_blocked') },
      },
    },
    async ({ account, params, body }) => {
      found(await updateSplash(db, account.id, params.id, body), 'Splash page')
      const warnings = await pictures.fetchMissing(account.id, pictureOfField('image', body))
      return withWarnings(done('Splash has been updated successfully.'), warnings)
    },
  )

  app.delete(
    '/splash/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteSplash',
        tags,
        summary: 'Delete a splash page',
        description: 'Deletes a splash page. Links that showed it redirect to their destination directly.',
        params: IdPath('splash page'),
        response: { 200: Ref(SplashDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteSplash(db, account, params.id), 'Splash page')
      return done('Splash has been deleted successfully.')
    },
  )
}
