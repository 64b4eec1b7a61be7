import { type Static, Type } from '@sinclair/typebox'
import { id, text, urlOut } from './fields.ts'
import { listOf } from './lists.ts'
import { addition, clearable, optional, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { storedFields } from './stored-fields.ts'

const name = text('Campaign name.', 'Summer sale')
const slug = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  minLength: 1,
  maxLength: 64,
  'x-form': '1 to 64 letters (a to z), digits, `_` or `-`, such as summer',
  description: 'Rotator slug: `/r/<slug>` redirects to one of the links of the campaign. Unique on the service.',
  examples: ['summer'],
})
const access = Type.Boolean({ description: 'Whether the list of links is public.', examples: [true] })

const plain = storedFields({ name, public: access })

const fields = {
  id: id('Id of the campaign.'),
  domain: text('Campaign name, under the key of the base document.', 'Summer sale'),
  ...plain.shown,
  rotator: Type.Unsafe<string | false>(
    Type.Union([urlOut('Rotator URL.', 'http://localhost:3000/r/summer'), Type.Boolean({ enum: [false] })], {
      description: 'Rotator URL; `false` if the campaign has no slug.',
      examples: ['http://localhost:3000/r/summer'],
    }),
  ),
  list: urlOut(
    'URL of the list of links; it is served while the campaign is public.',
    'http://localhost:3000/u/ada/42',
  ),
}

export const Campaign = Type.Object(fields, { $id: 'Campaign', description: 'A campaign.' })
export type Campaign = Static<typeof Campaign>

export const CampaignDetailsReply = success('CampaignDetailsReply', { details: Ref(Campaign) }, 'The campaign.')

export const CampaignList = listOf('CampaignList', 'campaigns', Campaign, 'campaigns')

export const NewCampaign = Type.Object(
  { ...plain.created, slug: optional(slug) },
  { $id: 'NewCampaign', description: 'A campaign to create; without `name` it gets a generated one.' },
)
export type NewCampaign = Static<typeof NewCampaign>

export const CampaignChange = Type.Object(
  { ...plain.changed, name, slug: clearable(slug) },
  { $id: 'CampaignChange', description: 'Changes to a campaign; `name` is required.' },
)
export type CampaignChange = Static<typeof CampaignChange>

export const CampaignReply = success(
  'CampaignReply',
  { ...fields, name: addition(name) },
  'The campaign after the change.',
)
export const CampaignAssigned = done('CampaignAssigned', 'Link successfully added to the campaign.')
export const CampaignDeleted = done('CampaignDeleted', 'Campaign has been deleted successfully.')
