import { tagsOf } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { listOf, objectOf, textOf } from '../service-client.ts'
import { rootFault, takeShortUrls } from '../short-url.ts'
import type { ApiReader } from './api-reader.ts'

const BASE = 'https://api-ssl.bitly.com/v4'
const SIZE = 100

/** Bitly, API version 4: the links of all groups, or of one. The cursor is `<groups left>|<search_after>`. */
export const bitly: ApiReader = {
  perMinute: 25,
  needs: [],
  async read(getJson, { key, scope }, cursor) {
    const headers = { authorization: `Bearer ${key}` }
    const [given = '', after = ''] = cursor === '' ? [scope, ''] : cursor.split('|')
    const groups = given === '' ? await readGroups() : given.split(',')
    const [group = '', ...others] = groups
    if (group === '') return { rows: [], cursor: null }
    const query = new URLSearchParams({
      size: String(SIZE),
      archived: 'both',
      ...(after === '' ? {} : { search_after: after }),
    })
    const reply = objectOf(await getJson(`${BASE}/groups/${encodeURIComponent(group)}/bitlinks?${query}`, headers))
    const links = listOf(reply['links'], 'links')
    const { next, search_after } = objectOf(reply['pagination'])
    const more = links.length > 0 ? textOf(search_after) || searchAfter(textOf(next)) : ''
    const rest =
      more !== '' && more !== after ? `${groups.join(',')}|${more}` : others.length > 0 ? `${others.join(',')}|` : null
    return { rows: links.map(rowOf), cursor: rest }

    async function readGroups(): Promise<string[]> {
      const listed = listOf(objectOf(await getJson(`${BASE}/groups`, headers))['groups'], 'groups')
      return listed.map(({ guid }) => textOf(guid)).filter((guid) => /^[\w-]+$/.test(guid))
    }
  },
}

const searchAfter = (next: string) => (URL.canParse(next) ? (new URL(next).searchParams.get('search_after') ?? '') : '')

function rowOf(link: Record<string, unknown>) {
  const custom = Array.isArray(link['custom_bitlinks']) ? link['custom_bitlinks'].map(textOf) : []
  const short = takeShortUrls([...custom, textOf(link['link']) || textOf(link['id'])])
  const hasDeepLinks = Array.isArray(link['deeplinks']) && link['deeplinks'].length > 0
  return {
    ...linkRecord(
      {
        url: textOf(link['long_url']),
        ...short.first,
        ...(short.aliases.length > 0 ? { aliases: short.aliases } : {}),
        metatitle: link['title'],
        tags: tagsOf(link['tags']),
        date: link['created_at'],
      },
      [...short.notes, ...(hasDeepLinks ? ['Its deep links are not carried over.'] : [])],
    ),
    ...rootFault(short.first),
  }
}
