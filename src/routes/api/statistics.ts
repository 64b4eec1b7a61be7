import { stringify } from 'csv-stringify/sync'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwned } from '../../../db/queries/owned.ts'
import { findOwnedLinkRoute } from '../../../db/queries/routes.ts'
import { hasClicksLeft } from '../../../db/queries/visits.ts'
import type { Subject } from '../../../db/tables/visits.ts'
import { ExternalIdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import {
  Explanation,
  LinkAccess,
  StatisticsQuery,
  SupposedVisit,
  VisitStatisticsReply,
} from '../../../schemas/statistics.ts'
import { found } from '../../errors/api-error.ts'
import { aliasUrl } from '../../links/public-urls.ts'
import { countryCode } from '../../locale/countries.ts'
import { preferredLanguages } from '../../locale/languages.ts'
import { wantsCsv } from '../../net/accept.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { supposedPath } from '../../routing/link-paths.ts'
import { ACCESS, ownerStatement } from '../../routing/owner-access.ts'
import { explain, type Step } from '../../routing/rules.ts'
import { asciiQuery, readVisitQuery } from '../../routing/visit-query.ts'
import type { App, Services } from '../../services.ts'
import { DAY_MS, readTimestamp } from '../../time/timestamps.ts'
import { readRange, readVisitStatistics } from '../../visits/time-series.ts'
import { classifyVisit } from '../../visits/user-agents.ts'
import { answer } from '../replies.ts'

const tags = ['Statistics']
const ACCESS_MS = DAY_MS
// RFC 4180. Values that spreadsheets would run as a formula are escaped, and values with line breaks are quoted.
const CSV = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const

const description =
  'Visits over time, in steps of an hour to a month, and by country, referrer, browser, operating system, device, ' +
  'language, campaign or channel. With `Accept: text/csv` the response is a table of the groups (if `by` is sent) or the steps.'

const response = {
  200: {
    description: 'Visits as JSON or, if the request prefers `text/csv`, as a table.',
    content: {
      'application/json': { schema: Ref(VisitStatisticsReply) },
      'text/csv': {
        schema: {
          type: 'string',
          description: 'A table with a header line.',
          examples: ['country,clicks,uniqueClicks\r\nGermany,128,97\r\nUnknown,3,3\r\n'],
        },
      },
    },
  },
}

export function statisticsRoutes(app: App, { db, config, signer }: Services): void {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    subject: Subject,
    noun: string,
    id: number,
    query: StatisticsQuery,
  ) => {
    const range = readRange(query)
    found((await isOwned(db, request.account.id, subject, id)) || undefined, noun)
    const data = await readVisitStatistics(db, request.account.id, subject, id, query, range)
    reply.header('Vary', 'Accept')
    if (!wantsCsv(request.headers.accept)) return answer({ data })
    const rows =
      data.by === null
        ? [
            ['date', 'utc', 'clicks', 'uniqueClicks'],
            ...data.series.map((step) => [step.date, step.utc, step.clicks, step.uniqueClicks]),
          ]
        : [
            [data.by, 'clicks', 'uniqueClicks'],
            ...data.groups.map((group) => [group.name, group.clicks, group.uniqueClicks]),
          ]
    return reply.type('text/csv; charset=utf-8').send(stringify(rows, CSV) as never)
  }

  app.get(
    '/url/:id/stats',
    {
      schema: {
        operationId: 'getLinkStatistics',
        tags,
        summary: 'Get the visits of a link',
        description,
        params: ExternalIdPath('link'),
        querystring: StatisticsQuery,
        response,
      },
    },
    async (request, reply) => send(request, reply, 'link', 'Link', request.params.id, request.query),
  )

  app.get(
    '/qr/:id/stats',
    {
      schema: {
        operationId: 'getQrStatistics',
        tags,
        summary: 'Get the scans of a QR code',
        description,
        params: ExternalIdPath('qr'),
        querystring: StatisticsQuery,
        response,
      },
    },
    async (request, reply) => send(request, reply, 'qr', 'QR code', request.params.id, request.query),
  )

  app.get(
    '/url/:id/access',
    {
      schema: {
        operationId: 'getLinkAccess',
        tags,
        summary: "Get the owner's signed addresses of a link",
        description: 'Signed URLs that open a private link and its statistics page for a day, for anyone who has them.',
        params: ExternalIdPath('link'),
        response: { 200: Ref(LinkAccess) },
      },
    },
    async ({ account, params }) => {
      const link = found(await findOwnedLinkRoute(db, account.id, params.id), 'Link')
      const until = new Date(Date.now() + ACCESS_MS)
      const short = aliasUrl(config, link.origin, link.alias)
      const access = `?${ACCESS}=${signer.sign(ownerStatement(link.id), until)}`
      const expires = until.toISOString().slice(0, 19).replace('T', ' ')
      return answer({ link: `${short}${access}`, stats: `${short}+${access}`, expires })
    },
  )

  app.post(
    '/url/:id/explain',
    {
      onRequest: requireScope('read'),
      schema: {
        operationId: 'explainLink',
        tags,
        summary: 'Explain the destination of a visit',
        description:
          'Evaluates the rules of the link for a hypothetical visit, which is not counted, and says which rule matches and why.',
        params: ExternalIdPath('link'),
        body: Ref(SupposedVisit),
        response: { 200: Ref(Explanation) },
      },
    },
    async ({ account, params, body }) => {
      const country = body.country === undefined ? null : (countryCode(body.country) ?? null)
      const at = body.time === undefined ? new Date() : readTimestamp(body.time)
      const link = found(await findOwnedLinkRoute(db, account.id, params.id), 'Link')
      const agent = body.agent ?? ''
      const steps: Step[] = []
      const sent = asciiQuery((body.query ?? '').replace(/^\?/, ''), 'utf8')
      const { forwarded, isOwner } = readVisitQuery(sent, link.id, signer)
      const outcome = explain(
        link,
        {
          at,
          country: () => country,
          agent,
          languages: preferredLanguages(body.language ?? ''),
          query: forwarded,
          path: supposedPath(link.alias, body.path ?? ''),
          isOwner,
          isUnlocked: body.unlocked ?? false,
          isExhausted: link.clicklimit !== null && !(await hasClicksLeft(db, link.id)),
          draw: Math.random(),
        },
        steps,
      )
      return answer({
        rule: outcome.rule,
        action: outcome.action,
        destination: 'destination' in outcome ? outcome.destination : null,
        class: classifyVisit('GET', { agent, referer: '', language: '', purpose: '', optedOut: false }).class,
        steps,
      })
    },
  )
}
