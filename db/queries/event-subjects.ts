import { type RawBuilder, sql } from 'kysely'
import { addressOrigin, domainUrl } from './address-origin.ts'

/** What events of the five kinds store, and which fields of the API the columns of each are. */
interface EventSubject {
  table: 'links' | 'qr_codes' | 'bios' | 'campaigns' | 'domains'
  /** The table with what its `data` is read from, for `from`. */
  source: RawBuilder<unknown>
  data: RawBuilder<unknown>
  /** Field, and the columns in which it is stored. */
  fields: Record<string, readonly string[]>
}

const address = sql`'alias', aliases.alias, 'origin', ${addressOrigin}`
const addressed = (table: string, column: string) =>
  sql`${sql.table(table)} join aliases on aliases.${sql.ref(column)} = ${sql.ref(`${table}.id`)}
    left join domains on domains.id = aliases.domain_id`
const same = (...names: string[]): Record<string, readonly string[]> =>
  Object.fromEntries(names.map((name) => [name, [name]]))

export const eventSubjects = {
  link: {
    table: 'links',
    source: addressed('links', 'link_id'),
    data: sql`jsonb_build_object('externalid', links.externalid, 'longurl', links.url, 'title', links.metatitle,
      'campaign', links.campaign_id, ${address})`,
    fields: {},
  },
  qr: {
    table: 'qr_codes',
    source: sql`qr_codes`,
    data: sql`jsonb_build_object('externalid', qr_codes.externalid, 'name', qr_codes.name, 'type', qr_codes.type,
      'code', qr_codes.code)`,
    fields: {
      ...same('name', 'externalid', 'type', 'data', 'background', 'foreground'),
      static: ['is_static'],
      logo: ['logo', 'logo_image'],
    },
  },
  bio: {
    table: 'bios',
    source: addressed('bios', 'bio_id'),
    data: sql`jsonb_build_object('externalid', bios.externalid, 'name', bios.name, ${address})`,
    fields: same('name', 'externalid', 'title', 'description', 'image', 'theme', 'blocks', 'published'),
  },
  campaign: {
    table: 'campaigns',
    source: sql`campaigns`,
    data: sql`jsonb_build_object('name', campaigns.name, 'slug', campaigns.slug)`,
    fields: same('name', 'slug', 'public'),
  },
  domain: {
    table: 'domains',
    source: sql`domains`,
    data: sql`jsonb_build_object('domain', ${domainUrl})`,
    fields: same('redirectroot', 'redirect404', 'caseinsensitive'),
  },
} satisfies Record<string, EventSubject>
export type EventKind = keyof typeof eventSubjects
