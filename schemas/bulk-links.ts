import { type Static, Type } from '@sinclair/typebox'
import { bulkOf, bulkOfIds, bulkReply, bulkResult } from './bulk.ts'
import { id } from './fields.ts'
import { Link, LinkChange, NewLink } from './links.ts'
import { orExternal } from './paths.ts'
import { pictureWarnings } from './pictures.ts'
import { oneRequiredOf, optional, publishedWith } from './ref.ts'

const linkId = id('Id of the link.')
const linkOrExternal = orExternal('link', id('Id of the link, or `ext_` and its `externalid`.'))
const { shorturl } = Link.properties

export const NewLinks = bulkOf('NewLinks', NewLink, 'Links to create.')

export const LinkDone = bulkResult(
  'LinkDone',
  { id: linkId, shorturl },
  'Result for a link to create or change: `id` and `shorturl`, or why it failed. A dry run has neither for a link to create.',
)
export const LinksDone = bulkReply('LinksDone', LinkDone, pictureWarnings)

export const LinkUpdate = publishedWith(
  oneRequiredOf('id', 'externalid'),
  Type.Object(
    {
      id: optional(linkOrExternal),
      ...LinkChange.properties,
    },
    {
      $id: 'LinkUpdate',
      description:
        'Changes to one of several links, which `id` names or, without it, `externalid`. Fields that are not sent keep their value.',
    },
  ),
)
export type LinkUpdate = Static<typeof LinkUpdate>

export const LinkUpdates = bulkOf('LinkUpdates', LinkUpdate, 'Changes to links, at most one item a link.')

export const LinkIds = bulkOfIds('LinkIds', linkOrExternal, 'Links to delete.')

export const LinkRemoved = bulkResult(
  'LinkRemoved',
  { id: linkId },
  'Result for a link to delete: its `id`, or why it failed.',
)
export const LinksRemoved = bulkReply('LinksRemoved', LinkRemoved, {})
