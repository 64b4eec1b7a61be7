import { createPixel, deletePixel, findPixel, listPixels, updatePixel } from '../../../db/queries/pixels.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import {
  NewPixel,
  PixelChange,
  PixelCreated,
  PixelDeleted,
  PixelList,
  PixelReply,
  PixelUpdated,
} from '../../../schemas/pixels.ts'
import { Ref } from '../../../schemas/ref.ts'
import { tagFaults } from '../../config/pixel-templates.ts'
import { found, invalid } from '../../errors/api-error.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { alsoReport } from '../../plugins/input.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, listReply } from '../replies.ts'

const tags = ['Pixels']

export function pixelRoutes(app: App, { db, pixelTemplates }: Services): void {
  // The type is that of the stored pixel. If there is none, only tags that are invalid for every type are faults.
  const storedTagFaults = async (accountId: number, id: number | undefined, tag: unknown) => {
    const pixel = id === undefined ? undefined : await findPixel(db, accountId, id)
    return typeof tag === 'string' ? tagFaults(pixelTemplates, pixel?.type, tag) : []
  }

  app.get(
    '/pixels',
    {
      schema: {
        operationId: 'listPixels',
        tags,
        summary: 'List pixels',
        description: 'The tracking pixels of the account, newest first.',
        querystring: CreatedQuery,
        response: { 200: Ref(PixelList) },
      },
    },
    async ({ account, page }) => {
      return listReply('pixels', await listPixels(db, account.id, page), page)
    },
  )

  app.get(
    '/pixel/:id',
    {
      schema: {
        operationId: 'getPixel',
        tags,
        summary: 'Get a pixel',
        description: 'One tracking pixel with its type and tag.',
        params: IdPath('pixel'),
        response: { 200: Ref(PixelReply) },
      },
    },
    async ({ account, params }) => answer({ details: found(await findPixel(db, account.id, params.id), 'Pixel') }),
  )

  app.post(
    '/pixel/add',
    {
      onRequest: requireScope('write', 'create'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createPixel',
        tags,
        summary: 'Create a pixel',
        description: 'Creates a tracking pixel. Its type cannot be changed later. Links refer to it in `pixels`.',
        body: Ref(NewPixel),
        response: { 200: Ref(PixelCreated) },
      },
    },
    async ({ account, body, answerOnce }) =>
      answerOnce(db, async (db) => answer({ id: await createPixel(db, account.id, body) })),
  )

  app.put(
    '/pixel/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: [
        replayStoredReply,
        alsoReport(({ account, params, body }) => storedTagFaults(account.id, params.id, body['tag'])),
      ],
      schema: {
        operationId: 'updatePixel',
        tags,
        summary: 'Update a pixel',
        description: 'Changes the name, the tag or both. `tag` is required.',
        params: IdPath('pixel'),
        body: Ref(PixelChange),
        response: { 200: Ref(PixelUpdated) },
      },
    },
    async ({ account, params, body }) => {
      const faults = await storedTagFaults(account.id, params.id, body.tag)
      if (faults.length > 0) throw invalid(faults)
      found(await updatePixel(db, account.id, params.id, body), 'Pixel')
      return done('Pixel has been updated successfully.')
    },
  )

  app.delete(
    '/pixel/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deletePixel',
        tags,
        summary: 'Delete a pixel',
        description: 'Deletes a pixel and removes it from its links.',
        params: IdPath('pixel'),
        response: { 200: Ref(PixelDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deletePixel(db, account, params.id), 'Pixel')
      return done('Pixel has been deleted successfully.')
    },
  )
}
