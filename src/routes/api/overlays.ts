import { createOverlay, deleteOverlay, findOverlay, listOverlays, updateOverlay } from '../../../db/queries/overlays.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import {
  NewOverlay,
  OverlayChange,
  OverlayCreated,
  OverlayDeleted,
  OverlayList,
  OverlayReply,
  OverlayUpdated,
} from '../../../schemas/overlays.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { found } from '../../errors/api-error.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, failure, listReply } from '../replies.ts'

const tags = ['CTA overlays']

export function overlayRoutes(app: App, { db }: Services): void {
  app.get(
    '/overlay',
    {
      schema: {
        operationId: 'listOverlays',
        tags,
        summary: 'List CTA overlays',
        description: 'The call-to-action overlays of the account, newest first.',
        querystring: CreatedQuery,
        response: { 200: Ref(OverlayList) },
      },
    },
    async ({ account, page }) => {
      return listReply('cta', await listOverlays(db, account.id, page), page)
    },
  )

  app.get(
    '/overlay/:id',
    {
      schema: {
        operationId: 'getOverlay',
        tags,
        summary: 'Get a CTA overlay',
        description: 'One overlay with all writable fields.',
        params: IdPath('overlay'),
        response: { 200: Ref(OverlayReply) },
      },
    },
    async ({ account, params }) => answer({ details: found(await findOverlay(db, account.id, params.id), 'Overlay') }),
  )

  app.post(
    '/overlay/add',
    {
      onRequest: requireScope('write', 'create'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createOverlay',
        tags,
        summary: 'Create a CTA overlay',
        description: 'Creates an overlay. Links with the `type` `overlay-<id>` show it over their destination.',
        body: Ref(NewOverlay),
        response: { 200: Ref(OverlayCreated), 400: failure('destination_blocked') },
      },
    },
    async ({ account, body, answerOnce }) =>
      answerOnce(db, async (db) => answer({ id: await createOverlay(db, account.id, body) })),
  )

  app.put(
    '/overlay/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'updateOverlay',
        tags,
        summary: 'Update a CTA overlay',
        description: 'Changes any of the fields. `colors` replaces all colors.',
        params: IdPath('overlay'),
        body: Ref(OverlayChange),
        response: { 200: Ref(OverlayUpdated), 400: failure('destination_blocked') },
      },
    },
    async ({ account, params, body }) => {
      found(await updateOverlay(db, account.id, params.id, body), 'Overlay')
      return done('Overlay has been updated successfully.')
    },
  )

  app.delete(
    '/overlay/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteOverlay',
        tags,
        summary: 'Delete a CTA overlay',
        description: 'Deletes an overlay. Links that showed it redirect to their destination directly.',
        params: IdPath('overlay'),
        response: { 200: Ref(OverlayDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteOverlay(db, account, params.id), 'Overlay')
      return done('Overlay has been deleted successfully.')
    },
  )
}
