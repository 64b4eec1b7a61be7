import {
  assignLink,
  createCampaign,
  deleteCampaign,
  findCampaign,
  listCampaigns,
  updateCampaign,
} from '../../../db/queries/campaigns.ts'
import {
  type Campaign,
  CampaignAssigned,
  CampaignChange,
  CampaignDeleted,
  CampaignDetailsReply,
  CampaignList,
  CampaignReply,
  NewCampaign,
} from '../../../schemas/campaigns.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath, IdsPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { found, taken } from '../../errors/api-error.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { answer, done, failure, listReply } from '../replies.ts'

const tags = ['Campaigns']

type Row = NonNullable<Awaited<ReturnType<typeof findCampaign>>>

const slugTaken = () => taken('slug_taken', '/slug', 'This slug is taken; choose another one.')

export function campaignRoutes(app: App, { db, config }: Services): void {
  const campaignRecord = ({ username, slug, ...row }: Row): Campaign => ({
    ...row,
    domain: row.name,
    rotator: slug === null ? false : `${config.baseUrl}/r/${slug}`,
    list: `${config.baseUrl}/u/${username}/${row.id}`,
  })

  app.get(
    '/campaigns',
    {
      schema: {
        operationId: 'listCampaigns',
        tags,
        summary: 'List campaigns',
        description: 'The campaigns of the account, newest first. Both `domain` and `name` contain the name.',
        querystring: CreatedQuery,
        response: { 200: Ref(CampaignList) },
      },
    },
    async ({ account, page }) => {
      const { rows, ...counted } = await listCampaigns(db, account.id, page)
      return listReply('campaigns', { rows: rows.map(campaignRecord), ...counted }, page)
    },
  )

  app.get(
    '/campaign/:id',
    {
      schema: {
        operationId: 'getCampaign',
        tags,
        summary: 'Get a campaign',
        description: 'One campaign with its rotator and list URL.',
        params: IdPath('campaign'),
        response: { 200: Ref(CampaignDetailsReply) },
      },
    },
    async ({ account, params }) =>
      answer({ details: campaignRecord(found(await findCampaign(db, account.id, params.id), 'Campaign')) }),
  )

  app.post(
    '/campaign/add',
    {
      onRequest: requireScope('write', 'create'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'createCampaign',
        tags,
        summary: 'Create a campaign',
        description:
          'Creates a campaign. With a `slug` it has a rotator, which redirects each visit to one of its links.',
        body: Ref(NewCampaign),
        response: { 200: Ref(CampaignReply), 409: failure('slug_taken') },
      },
    },
    async ({ account, body, answerOnce }) => {
      const name = body.name ?? `Campaign ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`
      return answerOnce(db, async (db) => {
        const id = await createCampaign(db, account, { ...body, name })
        if (id === undefined) throw slugTaken()
        return answer(campaignRecord(found(await findCampaign(db, account.id, id), 'Campaign')))
      })
    },
  )

  app.post(
    '/campaign/:campaignid/assign/:linkid',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'assignLinkToCampaign',
        tags,
        summary: 'Assign a link to a campaign',
        description:
          'Assigns a link to a campaign and removes it from its previous one: a link is in at most one campaign.',
        params: IdsPath({ campaignid: 'campaign', linkid: 'link' }),
        response: { 200: Ref(CampaignAssigned) },
      },
    },
    async ({ account, params: { campaignid, linkid } }) => {
      found(await findCampaign(db, account.id, campaignid), 'Campaign')
      found(await assignLink(db, account, campaignid, linkid), 'Link')
      return done('Link successfully added to the campaign.')
    },
  )

  app.put(
    '/campaign/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'updateCampaign',
        tags,
        summary: 'Update a campaign',
        description: 'Changes a campaign; `name` is required. A `slug` of null removes the rotator.',
        params: IdPath('campaign'),
        body: Ref(CampaignChange),
        response: { 200: Ref(CampaignReply), 409: failure('slug_taken') },
      },
    },
    async ({ account, params, body }) => {
      const row = found(await updateCampaign(db, account, params.id, body), 'Campaign')
      if (row === 'taken') throw slugTaken()
      return answer(campaignRecord(found(await findCampaign(db, account.id, params.id), 'Campaign')))
    },
  )

  app.delete(
    '/campaign/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteCampaign',
        tags,
        summary: 'Delete a campaign',
        description: 'Deletes a campaign. Its links are unassigned but not deleted.',
        params: IdPath('campaign'),
        response: { 200: Ref(CampaignDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteCampaign(db, account, params.id), 'Campaign')
      return done('Campaign has been deleted successfully.')
    },
  )
}
