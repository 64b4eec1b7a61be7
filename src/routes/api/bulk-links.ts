import { findExternalIds } from '../../../db/queries/external-ids.ts'
import { type LinkChangeRow, updateLinks } from '../../../db/queries/link-changes.ts'
import { deleteLinks } from '../../../db/queries/links.ts'
import {
  LinkIds,
  LinksDone,
  LinksRemoved,
  type LinkUpdate,
  LinkUpdates,
  NewLinks,
} from '../../../schemas/bulk-links.ts'
import type { NewLink } from '../../../schemas/links.ts'
import { Ref } from '../../../schemas/ref.ts'
import { ApiError } from '../../errors/api-error.ts'
import { refused } from '../../links/alias-taken.ts'
import { findLeavingCampaign, linkFilter } from '../../links/key-domains.ts'
import { changeReader, readLinkInputs } from '../../links/link-input.ts'
import { findReferences } from '../../links/link-references.ts'
import { makeLinks, type WantedLink } from '../../links/make-links.ts'
import { aliasUrl } from '../../links/public-urls.ts'
import { findQuarantined, quarantinedFault } from '../../links/quarantined.ts'
import { findSelfLinks } from '../../links/self-links.ts'
import { type PictureReference, pictureOfField } from '../../pictures/picture-store.ts'
import { BULK_BODY_LIMIT, countItems } from '../../plugins/bulk-items.ts'
import { resolveExternalLinks } from '../../plugins/external-ids.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { assertPermission, requireScope } from '../../plugins/route-hooks.ts'
import type { App, Caller, Services } from '../../services.ts'
import { failure, withWarnings } from '../replies.ts'
import { answerBulk } from './bulk.ts'

const tags = ['Links']
// No link has this id.
const UNKNOWN = 0
const COST =
  'At most 1,000 items and 4 MiB. The rate limit counts one request per 100 items, rounded up; `X-RateLimit-Cost` has the number.'

/** The pictures in the links of a bulk request. */
const picturesOf = (
  done: readonly { index: number; input: { columns: { metaimage?: string | null } } }[],
): PictureReference[] =>
  done.flatMap(({ index, input }) =>
    pictureOfField('metaimage', input.columns).map(({ path, source }) => ({ path: `/items/${index}${path}`, source })),
  )

export function bulkLinkRoutes(app: App, services: Services): void {
  const { db, config, reservedAliases, pictures, counters } = services
  const needed = { plans: config.plans, makeAlias: reservedAliases.generate }

  const perDomain = { bodyLimit: BULK_BODY_LIMIT, config: { isPerDomain: true } }
  const readChange = changeReader(reservedAliases)
  const inDomain = <T extends Partial<NewLink>>(item: T) => ({ domain: config.baseHost, ...item })
  const findMore =
    ({ id, domains }: Caller) =>
    async (items: readonly Partial<NewLink>[]) =>
      (await findReferences({ ...services, domains }, id, items.map(inDomain))).map(({ faults }) => faults)

  app.post(
    '/url/bulk',
    {
      ...perDomain,
      onRequest: requireScope('write', 'create'),
      preValidation: [replayStoredReply, countItems(counters)],
      schema: {
        operationId: 'createLinks',
        tags,
        summary: 'Create up to 1,000 links',
        description: `Creates links with the same results as single requests. Of two items with the same alias the second fails. An item with \`reuse\` may get the link of an item before it. The links of a request have at most 20 different passwords. ${COST}`,
        body: Ref(NewLinks),
        response: {
          200: Ref(LinksDone),
          400: failure('alias_reserved', 'destination_blocked'),
          403: failure('plan_limit'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async (request) => {
      const { account } = request
      const isReuse = (item: unknown) => (item as Partial<NewLink> | null)?.reuse === true
      if ((request.body.items as unknown[]).some(isReuse)) assertPermission(request, 'read')
      const { reply, done } = await answerBulk(request, db, {
        findMore: findMore(account),
        read: async (items: readonly NewLink[]) =>
          (await readLinkInputs({ ...services, domains: account.domains }, account.id, items.map(inDomain))).map(
            (input, i) =>
              'faults' in input
                ? input
                : { ...input, domainId: input.domainId ?? null, reuse: items[i]?.reuse === true },
          ),
        run: (db, links: readonly WantedLink[]) => makeLinks(db, needed, account, links),
        show: ({ id, origin, alias }, isDryRun) => (isDryRun ? {} : { id, shorturl: aliasUrl(config, origin, alias) }),
      })
      return withWarnings(reply, await pictures.fetchMissing(account.id, picturesOf(done)))
    },
  )

  app.post(
    '/url/bulk/update',
    {
      ...perDomain,
      onRequest: requireScope('write'),
      preValidation: [replayStoredReply, countItems(counters), resolveExternalLinks(services, 'items')],
      schema: {
        operationId: 'updateLinks',
        tags,
        summary: 'Update up to 1,000 links',
        description: `Changes links, each as a request for it alone would, all at once: a link may get the alias that another gives up, and the external id that an item before it gives up. ${COST}`,
        body: Ref(LinkUpdates),
        response: {
          200: Ref(LinksDone),
          400: failure('alias_reserved', 'destination_blocked'),
          403: failure('link_quarantined'),
          404: failure('not_found'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async (request) => {
      const { account } = request
      const { reply, done } = await answerBulk(request, db, {
        findMore: async (items: readonly Partial<LinkUpdate>[]) =>
          (await findReferences({ ...services, domains: account.domains }, account.id, items)).map(
            ({ faults }) => faults,
          ),
        read: async (items: readonly LinkUpdate[]) => {
          const inputs = await readLinkInputs({ ...services, domains: account.domains }, account.id, items)
          const named = items.flatMap(({ id, externalid }) => (id === undefined ? (externalid ?? []) : []))
          const ids = await findExternalIds(db, account.id, 'links', named)
          const idOf = ({ id, externalid }: LinkUpdate) => id ?? ids.get(externalid ?? '') ?? UNKNOWN
          const isAllowed = await linkFilter(services, account, items.map(idOf))
          const quarantined = await findQuarantined(services, account.id, items.map(idOf))
          const seen = new Set<number>()
          const read = items.map((item, i) => {
            if (item.id === undefined && !item.externalid)
              return { faults: [{ path: '/id', message: 'is required when externalid is not sent' }] }
            const id = isAllowed(idOf(item)) ? idOf(item) : UNKNOWN
            const isSecond = seen.has(id) && id !== UNKNOWN
            seen.add(id)
            if (quarantined.has(id)) return { faults: [quarantinedFault] }
            if (isSecond) return { faults: [{ path: '/id', message: 'is the link of an item before it' }] }
            const input = inputs[i] as (typeof inputs)[number]
            return 'faults' in input ? input : readChange(id, input, item.keepalias)
          })
          const changes = read.filter((one) => 'id' in one)
          const selfLinks = await findSelfLinks(services, account.id, changes)
          const leaving = await findLeavingCampaign(services, account, changes)
          return read.map((one) => {
            if (!('id' in one)) return one
            const faults = [...(leaving.get(one.id) ?? []), ...(selfLinks.get(one.id) ?? [])]
            return faults.length > 0 ? { faults } : one
          })
        },
        run: async (db, changes: readonly LinkChangeRow[]) => {
          const changed = await updateLinks(db, account, changes)
          return changes.map(({ move }, i) => {
            const link = changed[i]
            if (!link) return new ApiError('not_found', 'Link not found.')
            return 'reason' in link ? refused(link, move) : link
          })
        },
        show: ({ id, origin, alias }) => ({ id, shorturl: aliasUrl(config, origin, alias) }),
      })
      return withWarnings(reply, await pictures.fetchMissing(account.id, picturesOf(done)))
    },
  )

  app.post(
    '/url/bulk/delete',
    {
      ...perDomain,
      onRequest: requireScope('write'),
      preValidation: [replayStoredReply, countItems(counters, 'ids'), resolveExternalLinks(services, 'ids')],
      schema: {
        operationId: 'deleteLinks',
        tags,
        summary: 'Delete up to 1,000 links',
        description: `Deletes links with their statistics. ${COST}`,
        body: Ref(LinkIds),
        response: { 200: Ref(LinksRemoved), 403: failure('link_quarantined'), 404: failure('not_found') },
      },
    },
    async (request) => {
      const { account } = request
      const { reply } = await answerBulk(request, db, {
        name: 'ids',
        read: async (ids: readonly number[]) => {
          const isAllowed = await linkFilter(services, account, ids)
          const quarantined = await findQuarantined(services, account.id, ids)
          return ids.map((id) => {
            if (!isAllowed(id)) return { id: UNKNOWN }
            return quarantined.has(id) ? { faults: [{ ...quarantinedFault, path: '' }] } : { id }
          })
        },
        run: async (db, links: readonly { id: number }[]) => {
          const deleted = await deleteLinks(
            db,
            account,
            links.map(({ id }) => id),
          )
          // Of two equal ids the second is not found, as in a second request.
          return links.map(({ id }) => (deleted.delete(id) ? { id } : new ApiError('not_found', 'Link not found.')))
        },
        show: ({ id }) => ({ id }),
      })
      return reply
    },
  )
}
