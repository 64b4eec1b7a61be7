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
import { changeReader, readLinkInputs } from '../../links/link-input.ts'
import { findReferences } from '../../links/link-references.ts'
import { makeLinks, type WantedLink } from '../../links/make-links.ts'
import { aliasUrl } from '../../links/public-urls.ts'
import { type PictureReference, pictureOfField } from '../../pictures/picture-store.ts'
import { BULK_BODY_LIMIT, countItems } from '../../plugins/bulk-items.ts'
import { resolveExternalLinks } from '../../plugins/external-ids.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'
import { failure, withWarnings } from '../replies.ts'
import { answerBulk } from './bulk.ts'

const tags = ['Links']
// No link has this id.
const UNKNOWN = 0
const COST =
  'At most 1,000 items and 4 MiB. Every 100 items that are begun count as one request for the rate limit: `X-RateLimit-Cost` says how many this one was.'

/** The pictures that the links of a bulk request name. */
const picturesOf = (
  done: readonly { index: number; input: { columns: { metaimage?: string | null } } }[],
): PictureReference[] =>
  done.flatMap(({ index, input }) =>
    pictureOfField('metaimage', input.columns).map(({ path, source }) => ({ path: `/items/${index}${path}`, source })),
  )

export function bulkLinkRoutes(app: App, services: Services): void {
  const { db, config, reservedAliases, pictures, counters } = services
  const needed = { plans: config.plans, makeAlias: reservedAliases.generate }

  const readChange = changeReader(reservedAliases)
  const inDomain = <T extends Partial<NewLink>>(item: T) => ({ domain: config.baseHost, ...item })
  const findMore = (accountId: number) => async (items: readonly Partial<NewLink>[]) =>
    (await findReferences(services, accountId, items.map(inDomain))).map(({ faults }) => faults)

  app.post(
    '/url/bulk',
    {
      bodyLimit: BULK_BODY_LIMIT,
      onRequest: requireScope('write'),
      preValidation: [replayStoredReply, countItems(counters)],
      schema: {
        operationId: 'createLinks',
        tags,
        summary: 'Create up to 1,000 links',
        description: `Creates links, each as a request for it alone would. Of two items with the same alias the second fails. An item with \`reuse\` may get the link of an item before it. The links of a request have at most 20 different passwords. ${COST}`,
        body: Ref(NewLinks),
        response: {
          200: Ref(LinksDone),
          400: failure('alias_reserved'),
          403: failure('plan_limit'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async (request) => {
      const { account } = request
      const { reply, done } = await answerBulk(request, db, {
        findMore: findMore(account.id),
        read: async (items: readonly NewLink[]) =>
          (await readLinkInputs(services, account.id, items.map(inDomain))).map((input, i) =>
            'faults' in input ? input : { ...input, domainId: input.domainId ?? null, reuse: items[i]?.reuse === true },
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
      bodyLimit: BULK_BODY_LIMIT,
      onRequest: requireScope('write'),
      preValidation: [replayStoredReply, countItems(counters), resolveExternalLinks(services, 'items')],
      schema: {
        operationId: 'updateLinks',
        tags,
        summary: 'Update up to 1,000 links',
        description: `Changes links, each as a request for it alone would, all at once: a link may get the alias that another gives up. ${COST}`,
        body: Ref(LinkUpdates),
        response: {
          200: Ref(LinksDone),
          400: failure('alias_reserved'),
          404: failure('not_found'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async (request) => {
      const { account } = request
      const { reply, done } = await answerBulk(request, db, {
        findMore: async (items: readonly Partial<LinkUpdate>[]) =>
          (await findReferences(services, account.id, items)).map(({ faults }) => faults),
        read: async (items: readonly LinkUpdate[]) => {
          const inputs = await readLinkInputs(services, account.id, items)
          const named = items.flatMap(({ id, externalid }) => (id === undefined ? (externalid ?? []) : []))
          const ids = await findExternalIds(db, account.id, 'links', named)
          const seen = new Set<number>()
          return items.map((item, i) => {
            if (item.id === undefined && !item.externalid)
              return { faults: [{ path: '/id', message: 'is required when externalid is not sent' }] }
            const id = item.id ?? ids.get(item.externalid ?? '') ?? UNKNOWN
            const isSecond = seen.has(id) && id !== UNKNOWN
            seen.add(id)
            if (isSecond) return { faults: [{ path: '/id', message: 'is the link of an item before it' }] }
            const input = inputs[i] as (typeof inputs)[number]
            return 'faults' in input ? input : readChange(id, input, item.keepalias)
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
      bodyLimit: BULK_BODY_LIMIT,
      onRequest: requireScope('write'),
      preValidation: [replayStoredReply, countItems(counters, 'ids'), resolveExternalLinks(services, 'ids')],
      schema: {
        operationId: 'deleteLinks',
        tags,
        summary: 'Delete up to 1,000 links',
        description: `Deletes links with their statistics. ${COST}`,
        body: Ref(LinkIds),
        response: { 200: Ref(LinksRemoved), 404: failure('not_found') },
      },
    },
    async (request) => {
      const { account } = request
      const { reply } = await answerBulk(request, db, {
        name: 'ids',
        read: async (ids: readonly number[]) => ids.map((id) => ({ id })),
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
