import { type RawBuilder, sql } from 'kysely'
import type { BioChange } from '../../schemas/bios.ts'
import type { CampaignChange } from '../../schemas/campaigns.ts'
import type { DomainChange } from '../../schemas/domains.ts'
import type { QrChange } from '../../schemas/qr.ts'
import { domainSettings } from '../tables/domains.ts'
import { addressOrigin, domainUrl } from './address-origin.ts'
import { codeOrigin } from './code-origin.ts'

/** For each kind of record: what its events store, and which columns each API field has. */
interface EventSubject {
  table: 'links' | 'qr_codes' | 'bios' | 'campaigns' | 'domains'
  /** SQL for `from`: the table, joined with what `data` is read from. */
  source: RawBuilder<unknown>
  data: RawBuilder<unknown>
  /** Field, and the columns in which it is stored. */
  fields: Record<string, readonly string[]>
}

const address = sql`'alias', aliases.alias, 'origin', ${addressOrigin}`
const addressed = (table: string, column: string) =>
  sql`${sql.table(table)} join aliases on aliases.${sql.ref(column)} = ${sql.ref(`${table}.id`)}
    left join domains on domains.id = aliases.domain_id`
const same = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, [name]])) as unknown as Record<Name, readonly string[]>
// The fields of a request to change a record, except its address. A missing field is a compile error.
type FieldsOf<Change> = Record<Exclude<keyof Change, 'custom' | 'domain'>, readonly string[]>

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
      'code', qr_codes.code, 'origin', ${codeOrigin})`,
    fields: {
      ...same('name', 'externalid', 'type', 'data', 'background', 'foreground', 'design', 'publicstats'),
      domain: ['domain'],
      static: ['is_static'],
      logo: ['logo', 'logo_image'],
    } satisfies FieldsOf<QrChange> & { domain: readonly string[] },
  },
  bio: {
    table: 'bios',
    source: addressed('bios', 'bio_id'),
    data: sql`jsonb_build_object('externalid', bios.externalid, 'name', bios.name, ${address})`,
    fields: same(
      'name',
      'externalid',
      'title',
      'description',
      'image',
      'theme',
      'colors',
      'language',
      'font',
      'blocks',
      'published',
      'publicstats',
    ) satisfies FieldsOf<BioChange>,
  },
  campaign: {
    table: 'campaigns',
    source: sql`campaigns`,
    data: sql`jsonb_build_object('name', campaigns.name, 'slug', campaigns.slug)`,
    fields: same('name', 'slug', 'public') satisfies FieldsOf<CampaignChange>,
  },
  domain: {
    table: 'domains',
    source: sql`domains`,
    data: sql`jsonb_build_object('domain', ${domainUrl})`,
    fields: same(...domainSettings) satisfies FieldsOf<DomainChange>,
  },
} satisfies Record<string, EventSubject>
export type EventKind = keyof typeof eventSubjects
