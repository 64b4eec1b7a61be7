import { tagsOf } from '../fields.ts'
import { linkRecord } from '../link-record.ts'
import { type GetJson, listOf, objectOf, SourceError, textOf } from '../service-client.ts'
import { takeShortUrl } from '../short-url.ts'
import type { ApiReader, ApiSettings } from './api-reader.ts'
import { shlinkRules } from './shlink-rules.ts'

const SIZE = 50

/** Shlink, API version 3: all short URLs with their redirect rules. The cursor is the number of the next page. */
export const shlink: ApiReader = {
  perMinute: 300,
  needs: ['host'],
  async read(getJson, settings, cursor) {
    const page = Number(cursor || 1)
    const query = new URLSearchParams({ page: String(page), itemsPerPage: String(SIZE), orderBy: 'dateCreated-ASC' })
    const reply = objectOf(await getJson(`${settings.base}/rest/v3/short-urls?${query}`, headersOf(settings)))
    const listed = objectOf(reply['shortUrls'])
    const links = listOf(listed['data'], 'shortUrls.data')
    const pages = Number(objectOf(listed['pagination'])['pagesCount'] ?? 0)
    const rows = []
    for (const link of links) rows.push(await rowOf(getJson, settings, link))
    return { rows, cursor: links.length === 0 || page >= pages ? null : String(page + 1) }
  },
}

const headersOf = ({ key }: ApiSettings) => ({ 'x-api-key': key })

async function rowOf(getJson: GetJson, settings: ApiSettings, link: Record<string, unknown>) {
  const meta = objectOf(link['meta'])
  const visits = objectOf(link['visitsSummary'])
  const rules = link['hasRedirectRules'] === true ? await readRules(getJson, settings, link) : { fields: {}, notes: [] }
  return linkRecord(
    {
      url: textOf(link['longUrl']),
      domain: takeShortUrl(textOf(link['shortUrl'])).domain ?? textOf(link['domain']),
      custom: textOf(link['shortCode']),
      metatitle: link['title'],
      tags: tagsOf(link['tags']),
      clicks: visits['nonBots'] ?? visits['total'],
      start: meta['validSince'],
      expiry: meta['validUntil'],
      clicklimit: meta['maxVisits'],
      forward: link['forwardQuery'] === true ? true : undefined,
      date: link['dateCreated'],
      ...rules.fields,
    },
    rules.notes,
  )
}

async function readRules(getJson: GetJson, settings: ApiSettings, link: Record<string, unknown>) {
  const domain = textOf(link['domain'])
  const code = encodeURIComponent(textOf(link['shortCode']))
  const query = domain === '' ? '' : `?${new URLSearchParams({ domain })}`
  try {
    const reply = objectOf(
      await getJson(`${settings.base}/rest/v3/short-urls/${code}/redirect-rules${query}`, headersOf(settings)),
    )
    return shlinkRules(listOf(reply['redirectRules'], 'redirectRules'))
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { fields: {}, notes: [`Its redirect rules were not read: ${error.message}`] }
  }
}
