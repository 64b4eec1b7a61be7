import { bulkOf, bulkOfIds, bulkReply, bulkResult } from './bulk.ts'
import { id } from './fields.ts'
import { Link, NewLink } from './links.ts'
import { pictureWarnings } from './pictures.ts'

const linkId = id('Id of the link.')
const { shorturl } = Link.properties

export const NewLinks = bulkOf('NewLinks', NewLink, 'Links to create.')

export const LinkMade = bulkResult(
  'LinkMade',
  { id: linkId, shorturl: { ...shorturl, examples: ['http://localhost:3000/Zx81KqP'] } },
  'What became of a link to create: `id` and `shorturl`, which a dry run leaves out, or why it failed.',
)
export const LinksMade = bulkReply('LinksMade', LinkMade, pictureWarnings)

export const LinkIds = bulkOfIds('LinkIds', linkId, 'Links to delete.')

export const LinkRemoved = bulkResult(
  'LinkRemoved',
  { id: linkId },
  'What became of a link to delete: its `id`, or why it failed.',
)
export const LinksRemoved = bulkReply('LinksRemoved', LinkRemoved, {})
