import { DETAILS } from '../../db/queries/visit-groups.ts'

/** Of the columns below. With a higher number visits are sent anew, to another table. */
export const VERSION = 1

/** The table of a generation of the sink. */
export const tableOf = (generation: string): string => `waymark_visits_${generation}`

const COLUMNS = [
  ['id', 'UInt64'],
  ['at', "DateTime64(6, 'UTC')"],
  ['account_id', 'UInt64'],
  ['subject', 'LowCardinality(String)'],
  ['subject_id', 'UInt64'],
  ['class', 'LowCardinality(String)'],
  ['reason', 'LowCardinality(String)'],
  ['unique', 'Bool'],
  ...['country', 'referrer', 'browser', 'os', 'device', 'language', 'agent'].map(
    (name) => [name, textType(name)] as const,
  ),
  ['campaign_id', 'UInt64'],
  ['domain_id', 'UInt64'],
  ['channel_ids', 'Array(UInt64)'],
  ...DETAILS.map((name) => [name, textType(name)] as const),
] as const

// Of the others there may be any number of values, because clients choose them.
function textType(name: string) {
  const hasFew = ['country', 'browser', 'os', 'device', 'language', 'rule', 'city'].includes(name)
  return hasFew ? 'LowCardinality(String)' : 'String'
}

/**
 * The statement that creates the table. A visit that was sent twice has the same key, so one of both remains; queries
 * with `final` see only one even before the parts were merged.
 */
export const createTable = (table: string): string => `create table if not exists ${table} (
  ${COLUMNS.map(([name, type]) => `\`${name}\` ${type}`).join(', ')}
) engine = ReplacingMergeTree partition by toYYYYMM(at) order by (account_id, subject, subject_id, id)
comment 'Visits of Waymark, version ${VERSION}'`
