import { type RawBuilder, sql } from 'kysely'
import type { Subject } from '../tables/visits.ts'

// The columns that hold what has been folded in already; visit_deltas has the rest.
const stored = {
  link: { id: 'links.id', visits: 'links.clicks', uniques: 'links.uniqueclicks' },
  qr: { id: 'qr_codes.id', visits: 'qr_codes.scans', uniques: 'qr_codes.uniquescans' },
  bio: { id: 'bios.id', visits: 'bios.clicks', uniques: 'bios.uniqueclicks' },
} as const

/** All clicks or scans of a row of links, qr_codes or bios, or those by unique visitors. */
export function totalOf(subject: Subject, column: 'visits' | 'uniques'): RawBuilder<number> {
  const { id, [column]: base } = stored[subject]
  return sql<number>`(${sql.ref(base)} + coalesce((select sum(d.${sql.ref(column)}) from visit_deltas d
    where d.subject = ${sql.lit(subject)} and d.subject_id = ${sql.ref(id)}), 0))::bigint`
}

/** Whether a link has a click left, or no limit. */
export const isUnexhausted = sql<boolean>`(links.clicklimit is null or ${totalOf('link', 'visits')} < links.clicklimit)`
