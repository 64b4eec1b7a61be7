import type { FastifyRequest } from 'fastify'
import { type ExternalTable, findExternalIds } from '../../db/queries/external-ids.ts'
import { EXTERNAL_PREFIX } from '../../schemas/paths.ts'
import type { App, Services } from '../services.ts'

// No row has this id: the route answers as for any other id that is not found.
const UNKNOWN = String(Number.MAX_SAFE_INTEGER)
const storable = /^[^\x00-\x1F\x7F-\x9F\uFEFF]{1,255}$/u

const tables = new Map<string, ExternalTable>([
  ['url', 'links'],
  ['links', 'links'],
  ['qr', 'qr_codes'],
  ['bio', 'bios'],
])

/** The table of a parameter that is an id: that of the noun before it, or of the type of the item. */
function tableOf(url: string, name: string, type: string | undefined): ExternalTable | undefined {
  if (name === 'linkid') return 'links'
  if (name === 'itemid') return tables.get(type ?? '')
  return name === 'id' ? tables.get(/^\/api\/([a-z]+)\/:id/.exec(url)?.[1] ?? '') : undefined
}

/** Lets `ext_<externalid>` stand for an id in the path of a request: it is replaced before the request is validated. */
export function resolveExternalIds(app: App, { db }: Pick<Services, 'db'>): void {
  app.addHook('preValidation', async ({ account, params, routeOptions }: FastifyRequest) => {
    const values = (params ?? {}) as Record<string, string>
    for (const [name, text] of Object.entries(values)) {
      const externalId = text.startsWith(EXTERNAL_PREFIX) ? text.slice(EXTERNAL_PREFIX.length) : ''
      if (!storable.test(externalId) || !externalId.isWellFormed()) continue
      const table = tableOf(routeOptions.url ?? '', name, values['type'])
      if (table === undefined) continue
      const found = await findExternalIds(db, account.id, table, [externalId])
      values[name] = String(found.get(externalId) ?? UNKNOWN)
    }
  })
}
