import { type RawBuilder, sql } from 'kysely'
import type { Subject } from '../tables/visits.ts'

// The stored totals; visit_deltas has the visits that are not added to them yet.
const stored = {
  link: { id: 'link_totals.id', visits: 'link_totals.clicks', uniques: 'link_totals.uniqueclicks' },
  qr: { id: 'qr_codes.id', visits: 'qr_codes.scans', uniques: 'qr_codes.uniquescans' },
  bio: { id: 'bios.id', visits: 'bios.clicks', uniques: 'bios.uniqueclicks' },
} as const

/** SQL for all clicks or scans of a row of link_totals, qr_codes or bios, or for those by unique visitors. */
export function totalOf(subject: Subject, column: 'visits' | 'uniques'): RawBuilder<number> {
  const { id, [column]: base } = stored[subject]
  return sql<number>`(${sql.ref(base)} + coalesce((select sum(d.${sql.ref(column)}) from visit_deltas d
    where d.subject = ${sql.lit(subject)} and d.subject_id = ${sql.ref(id)}), 0))::bigint`
}

/** SQL: whether a link has clicks left or no click limit. */
export const isUnexhausted = sql<boolean>`(links.clicklimit is null or exists (
  select from link_totals where link_totals.id = links.id and ${totalOf('link', 'visits')} < links.clicklimit))`
