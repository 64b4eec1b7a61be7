import type { TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type ExternalTable, findExternalIds } from '../../db/queries/external-ids.ts'
import { MAX_ITEMS } from '../../schemas/bulk.ts'
import { EXTERNAL_PREFIX, type ExternalSubject } from '../../schemas/paths.ts'
import type { App, Services } from '../services.ts'
import { isObject } from '../validation/normalize.ts'
import type { RouteHook } from './route-hooks.ts'

// No row has this id: the route answers as for any other id that is not found.
const UNKNOWN = Number.MAX_SAFE_INTEGER
const storable = /^[^\x00-\x1F\x7F-\x9F\uFEFF]{1,255}$/u

const tables: Record<Exclude<ExternalSubject, 'item'>, ExternalTable> = { link: 'links', qr: 'qr_codes', bio: 'bios' }
const tablesOfTypes = new Map<string, ExternalTable>([
  ['links', 'links'],
  ['qr', 'qr_codes'],
  ['bio', 'bios'],
])

/** The external id in a value that should be an id, or undefined. */
function readExternalId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(EXTERNAL_PREFIX)) return undefined
  const externalId = value.slice(EXTERNAL_PREFIX.length)
  return storable.test(externalId) && externalId.isWellFormed() ? externalId : undefined
}

/** Replaces the external ids of path or query, whose values are texts. */
async function resolveValues(
  db: Services['db'],
  accountId: number,
  schema: TSchema | undefined,
  values: Record<string, string>,
): Promise<void> {
  const properties = (schema?.['properties'] ?? {}) as Record<string, TSchema>
  for (const [name, property] of Object.entries(properties)) {
    const subject = property['x-external'] as ExternalSubject | undefined
    const externalId = subject && Object.hasOwn(values, name) ? readExternalId(values[name]) : undefined
    if (subject === undefined || externalId === undefined) continue
    const table = subject === 'item' ? tablesOfTypes.get(values['type'] ?? '') : tables[subject]
    if (table === undefined) continue
    const found = await findExternalIds(db, accountId, table, [externalId])
    values[name] = String(found.get(externalId) ?? UNKNOWN)
  }
}

/**
 * Replaces `ext_<externalid>` by the id, before validation, in parameters of path and query whose schema has
 * `x-external`.
 */
export function resolveExternalIds(app: App, { db }: Pick<Services, 'db'>): void {
  app.addHook('preValidation', async ({ account, params, query, routeOptions: { schema } }: FastifyRequest) => {
    const { params: path, querystring } = (schema ?? {}) as Record<string, TSchema | undefined>
    await resolveValues(db, account.id, path, params as Record<string, string>)
    await resolveValues(db, account.id, querystring, query as Record<string, string>)
  })
}

/** A `preValidation` hook: the same for the links of a bulk request, in `ids` or in the `id` of each of the `items`. */
export function resolveExternalLinks({ db }: Pick<Services, 'db'>, name: 'items' | 'ids'): RouteHook {
  return async ({ account, body }) => {
    const list = isObject(body) ? body[name] : undefined
    // A longer list is refused.
    if (!Array.isArray(list) || list.length > MAX_ITEMS) return
    const idOf = (item: unknown) => (name === 'ids' ? item : isObject(item) ? item['id'] : undefined)
    const wanted = list.map((item) => readExternalId(idOf(item)))
    const found = await findExternalIds(
      db,
      account.id,
      'links',
      wanted.filter((externalId) => externalId !== undefined),
    )
    for (const [i, externalId] of wanted.entries()) {
      if (externalId === undefined) continue
      const id = found.get(externalId) ?? UNKNOWN
      list[i] = name === 'ids' ? id : { ...list[i], id }
    }
  }
}
