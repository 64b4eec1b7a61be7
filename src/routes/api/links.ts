import { updateLinks } from '../../../db/queries/link-changes.ts'
import { listLinks } from '../../../db/queries/link-list.ts'
import { deleteLinks, findLink, type LinkRow } from '../../../db/queries/links.ts'
import {
  type Link,
  LinkChange,
  LinkCreated,
  LinkDeleted,
  type LinkDetails,
  LinkList,
  LinkQuery,
  LinkReply,
  LinkUpdated,
  NewLink,
} from '../../../schemas/links.ts'
import { ExternalIdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { IncludeQuery } from '../../../schemas/statistics.ts'
import { hostOf } from '../../domains/domain-name.ts'
import { ApiError, found, invalid } from '../../errors/api-error.ts'
import { refused } from '../../links/alias-taken.ts'
import { findLeavingCampaign, placesOf } from '../../links/key-domains.ts'
import { changeReader, readLinkInput } from '../../links/link-input.ts'
import { findReferences } from '../../links/link-references.ts'
import { makeLinks } from '../../links/make-links.ts'
import { aliasUrl, readShortUrl } from '../../links/public-urls.ts'
import { refuseQuarantined } from '../../links/quarantined.ts'
import { findSelfLinks } from '../../links/self-links.ts'
import { pictureOfField } from '../../pictures/picture-store.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { alsoReport } from '../../plugins/input.ts'
import {
  assertPermission,
  keepToDomains,
  type RouteHook,
  requireCapacity,
  requireScope,
} from '../../plugins/route-hooks.ts'
import type { App, Caller, Services } from '../../services.ts'
import { classesOf } from '../../visits/time-series.ts'
import { readStatistics } from '../../visits/top-lists.ts'
import { answer, done, failure, listReply, withWarnings } from '../replies.ts'

const tags = ['Links']

// URLs that are not set are left out.
const shownDeepLink = ({ auto, apple, google }: { auto: boolean; apple: string | null; google: string | null }) => ({
  auto,
  ...(apple === null ? {} : { apple }),
  ...(google === null ? {} : { google }),
})

export function linkRoutes(app: App, services: Services): void {
  const { db, config, reservedAliases, pictures } = services
  const readChange = changeReader(reservedAliases)
  const perDomain = { config: { isPerDomain: true } }
  const ofOneLink = { ...perDomain, preHandler: keepToDomains(services) }

  const referenceFaults = async ({ id, domains }: Caller, body: object) =>
    (await findReferences({ ...services, domains }, id, [body])).flatMap(({ faults }) => faults)

  // With `reuse` an existing link may be found: `makeLinks` decides. The body has not been validated yet.
  const requireCapacityUnlessReuse: RouteHook = async (request, reply) => {
    const body = request.body as { reuse?: unknown } | null | undefined
    if (body?.reuse !== true) await requireCapacity('links', services)(request, reply)
  }

  // null: the service's own host.
  const domainOf = (name: string) => (hostOf(name) === config.baseHost ? null : hostOf(name))

  const linkRecord = <T extends LinkRow>({ detached, origin, ...row }: T) => ({
    ...row,
    shorturl: aliasUrl(config, origin, row.alias),
    attached: !detached,
  })

  const linkDetails = (row: NonNullable<Awaited<ReturnType<typeof findLink>>>): LinkDetails => {
    const { url, splash_id, overlay_id, campaign_id, password_hash, starts_at, expires_at, type, deeplink, ...rest } =
      row
    const shownType = splash_id === null ? (overlay_id === null ? type : `overlay-${overlay_id}`) : String(splash_id)
    return {
      ...linkRecord(rest),
      type: shownType,
      haspassword: password_hash !== null,
      deeplink: deeplink && shownDeepLink(deeplink),
    }
  }

  app.get(
    '/urls',
    {
      ...perDomain,
      schema: {
        operationId: 'listLinks',
        tags,
        summary: 'List links',
        description:
          'The links of the account, newest or most clicked first. `q` searches them, `short` finds one by its short URL or alias. A search or filter that finds more than 10,000 links counts up to the page after this one and says `atleast`.',
        querystring: LinkQuery,
        response: { 200: Ref(LinkList) },
      },
    },
    async ({ account, query, page }) => {
      const filter = {
        order: query.order,
        q: query.q,
        campaign: query.campaign,
        channel: query.channel,
        status: query.status,
        externalid: query.externalid,
        broken: query.broken,
        places: placesOf(account, config),
        ...(query.domain === undefined ? {} : { domain: domainOf(query.domain) }),
        ...(query.short === undefined ? {} : readShortUrl(config, query.short)),
      }
      const { rows, ...counted } = await listLinks(db, account.id, filter, page)
      return listReply('urls', { rows: rows.map((row): Link => linkRecord(row)), ...counted }, page)
    },
  )

  app.get(
    '/url/:id',
    {
      ...ofOneLink,
      schema: {
        operationId: 'getLink',
        tags,
        summary: 'Get a link and its statistics',
        description: 'The link with all writable fields, and its visit statistics.',
        params: ExternalIdPath('link'),
        querystring: IncludeQuery,
        response: { 200: Ref(LinkReply) },
      },
    },
    async ({ account, params, query }) => {
      const row = found(await findLink(db, account.id, params.id), 'Link')
      const data = await readStatistics(db, 'link', row.id, classesOf(query.include))
      return answer({ details: linkDetails(row), data })
    },
  )

  app.post(
    '/url/add',
    {
      ...perDomain,
      onRequest: requireScope('write', 'create'),
      preValidation: [
        replayStoredReply,
        requireCapacityUnlessReuse,
        alsoReport(({ account, body }) => referenceFaults(account, { domain: config.baseHost, ...body })),
      ],
      schema: {
        operationId: 'createLink',
        tags,
        summary: 'Create a link',
        description: 'Shortens a URL. All fields but `url` are optional.',
        body: Ref(NewLink),
        response: {
          200: Ref(LinkCreated),
          400: failure('alias_reserved', 'destination_blocked'),
          403: failure('plan_limit'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async (request) => {
      const { account, body, answerOnce } = request
      // What is found is shown.
      if (body.reuse === true) assertPermission(request, 'read')
      const input = await readLinkInput({ ...services, domains: account.domains }, account.id, {
        domain: config.baseHost,
        ...body,
      })
      const link = { ...input, domainId: input.domainId ?? null, reuse: body.reuse === true }
      const made = await answerOnce(db, async (db) => {
        const [made] = await makeLinks(db, { plans: config.plans, makeAlias: reservedAliases.generate }, account, [
          link,
        ])
        if (made === undefined || made instanceof ApiError) throw made
        return answer({ id: made.id, shorturl: aliasUrl(config, made.origin, made.alias) })
      })
      return withWarnings(made, await pictures.fetchMissing(account.id, pictureOfField('metaimage', input.columns)))
    },
  )

  app.put(
    '/url/:id/update',
    {
      ...ofOneLink,
      onRequest: requireScope('write'),
      preValidation: [replayStoredReply, alsoReport(({ account, body }) => referenceFaults(account, body))],
      schema: {
        operationId: 'updateLink',
        tags,
        summary: 'Update a link',
        description:
          'Changes a link; fields that are not sent keep their value. null clears password, expiry, limit, texts, deep link, campaign and channels; `[]` empties a list.',
        params: ExternalIdPath('link'),
        body: Ref(LinkChange),
        response: {
          200: Ref(LinkUpdated),
          400: failure('alias_reserved', 'destination_blocked'),
          403: failure('link_quarantined'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async ({ account, params, body }) => {
      await refuseQuarantined(services, account.id, params.id)
      const change = readChange(
        params.id,
        await readLinkInput({ ...services, domains: account.domains }, account.id, body),
        body.keepalias,
      )
      const faults = [
        ...((await findLeavingCampaign(services, account, [change])).get(change.id) ?? []),
        ...((await findSelfLinks(services, account.id, [change])).get(change.id) ?? []),
      ]
      if (faults.length > 0) throw invalid(faults)
      const [changed] = await updateLinks(db, account, [change])
      const link = found(changed, 'Link')
      if ('reason' in link) throw refused(link, change.move)
      const shorturl = aliasUrl(config, link.origin, link.alias)
      const warnings = await pictures.fetchMissing(account.id, pictureOfField('metaimage', change.columns))
      return withWarnings(answer({ id: link.id, short: shorturl, shorturl }), warnings)
    },
  )

  app.delete(
    '/url/:id/delete',
    {
      ...ofOneLink,
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteLink',
        tags,
        summary: 'Delete a link',
        description: 'Deletes a link with its statistics, and removes it from its campaign and channels.',
        params: ExternalIdPath('link'),
        response: { 200: Ref(LinkDeleted), 403: failure('link_quarantined') },
      },
    },
    async ({ account, params }) => {
      await refuseQuarantined(services, account.id, params.id)
      if ((await deleteLinks(db, account, [params.id])).size === 0) found(undefined, 'Link')
      return done('Link has been deleted successfully.')
    },
  )
}
