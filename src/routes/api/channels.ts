import { Type } from '@sinclair/typebox'
import {
  assignItem,
  createChannel,
  deleteChannel,
  findChannel,
  listChannelItems,
  listChannels,
  unassignItem,
  updateChannel,
} from '../../../db/queries/channels.ts'
import { isOwned } from '../../../db/queries/owned.ts'
import {
  ChannelAssigned,
  ChannelChange,
  ChannelCreated,
  ChannelDeleted,
  type ChannelItem,
  ChannelItemList,
  ChannelList,
  ChannelUnassigned,
  ChannelUpdated,
  itemType,
  NewChannel,
} from '../../../schemas/channels.ts'
import { CreatedQuery, ListQuery } from '../../../schemas/lists.ts'
import { IdPath, IdsPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { found } from '../../errors/api-error.ts'
import { aliasUrl, cardPath, picturePath, qrUrl } from '../../links/public-urls.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, listReply } from '../replies.ts'

const tags = ['Channels']

type ItemRow = Awaited<ReturnType<typeof listChannelItems>>['rows'][number]

// The subjects of the item types, as other modules name them.
const subjects = { links: 'link', bio: 'bio', qr: 'qr' } as const
const nouns = { links: 'Link', bio: 'Bio page', qr: 'QR code' }

export function channelRoutes(app: App, { db, config, signer }: Services): void {
  const itemRecord = ({ alias, origin, code, picture, ...row }: ItemRow): ChannelItem => {
    if (row.type === 'qr') {
      const link = qrUrl(config, origin, code ?? '')
      return { ...row, preview: link, link }
    }
    const path = picture ? picturePath(picture) : cardPath(signer, row.type === 'bio' ? 'bio' : 'link', row.id, 'svg')
    return { ...row, preview: `${config.baseUrl}${path}`, link: aliasUrl(config, origin, alias ?? '') }
  }

  app.get(
    '/channels',
    {
      schema: {
        operationId: 'listChannels',
        tags,
        summary: 'List channels',
        description: 'The channels of the account, newest first.',
        querystring: CreatedQuery,
        response: { 200: Ref(ChannelList) },
      },
    },
    async ({ account, page }) => {
      return listReply('channels', await listChannels(db, account.id, page), page)
    },
  )

  app.get(
    '/channel/:id',
    {
      schema: {
        operationId: 'listChannelItems',
        tags,
        summary: 'List the items of a channel',
        description: 'The links, bio pages and QR codes of a channel, newest assignment first.',
        params: IdPath('channel'),
        querystring: ListQuery,
        response: { 200: Ref(ChannelItemList) },
      },
    },
    async ({ account, params, page }) => {
      found(await findChannel(db, account.id, params.id), 'Channel')
      const { rows, ...counted } = await listChannelItems(db, account.id, params.id, page)
      return listReply('items', { rows: rows.map(itemRecord), ...counted }, page)
    },
  )

  app.post(
    '/channel/add',
    {
      onRequest: requireScope('write', 'create'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createChannel',
        tags,
        summary: 'Create a channel',
        description: 'Creates a channel: a labeled group of links, bio pages and QR codes.',
        body: Ref(NewChannel),
        response: { 200: Ref(ChannelCreated) },
      },
    },
    async ({ account, body, answerOnce }) =>
      answerOnce(db, async (db) => answer(await createChannel(db, account.id, body))),
  )

  app.post(
    '/channel/:channelid/assign/:type/:itemid',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'assignItemToChannel',
        tags,
        summary: 'Assign an item to a channel',
        description:
          'Assigns a link, bio page or QR code to a channel. An item can be in several channels. Repeating the request changes nothing.',
        params: Type.Composite([IdsPath({ channelid: 'channel', itemid: 'item' }), Type.Object({ type: itemType })]),
        response: { 200: Ref(ChannelAssigned) },
      },
    },
    async ({ account, params: { channelid, type, itemid } }) => {
      const channel = found(await findChannel(db, account.id, channelid), 'Channel')
      if (!(await isOwned(db, account.id, subjects[type], itemid))) found(undefined, nouns[type])
      found(await assignItem(db, account, channel.id, type, itemid), 'Channel or item')
      return done('Item successfully added to the channel.')
    },
  )

  app.delete(
    '/channel/:channelid/assign/:type/:itemid',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'unassignItemFromChannel',
        tags,
        summary: 'Remove an item from a channel',
        description:
          'Removes a link, bio page or QR code from a channel. The item itself and its other assignments are not changed.',
        params: Type.Composite([IdsPath({ channelid: 'channel', itemid: 'item' }), Type.Object({ type: itemType })]),
        response: { 200: Ref(ChannelUnassigned) },
      },
    },
    async ({ account, params: { channelid, type, itemid } }) => {
      found(await findChannel(db, account.id, channelid), 'Channel')
      found(await unassignItem(db, account, channelid, type, itemid), `${nouns[type]} of this channel`)
      return done('Item successfully removed from the channel.')
    },
  )

  app.put(
    '/channel/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'updateChannel',
        tags,
        summary: 'Update a channel',
        description:
          'Changes a channel; fields that are not sent keep their value. null clears the description and the color.',
        params: IdPath('channel'),
        body: Ref(ChannelChange),
        response: { 200: Ref(ChannelUpdated) },
      },
    },
    async ({ account, params, body }) => {
      found(await updateChannel(db, account.id, params.id, body), 'Channel')
      return done('Channel has been updated successfully.')
    },
  )

  app.delete(
    '/channel/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteChannel',
        tags,
        summary: 'Delete a channel',
        description: 'Deletes a channel. Its items are unassigned but not deleted.',
        params: IdPath('channel'),
        response: { 200: Ref(ChannelDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteChannel(db, account, params.id), 'Channel')
      return done('Channel has been deleted successfully.')
    },
  )
}
