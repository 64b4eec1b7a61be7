import { sql } from 'kysely'
import t from 'tap'
import { listLinks } from '../../db/queries/link-list.ts'
import { openTestStore, usesServer } from '../support/database.ts'

// More than are counted, so a page is chosen by several statements.
const EQUAL = 12_000

t.test(
  'clicks while an ascending page is chosen do not move its cursor past other links',
  { skip: usesServer ? false : 'needs two connections' },
  async (t) => {
    const { db, visitors, close } = await openTestStore()
    t.teardown(close)
    const { rows } = await sql<{ id: number }>`
      insert into accounts (email, username, password_hash, plan, expires_at)
      values ('a@example.com', 'ada', 'x', 'pro', now()) returning id`.execute(db)
    const account = rows[0]?.id ?? 0
    await sql`
      with added as (
        insert into links (account_id, url) select ${account}::bigint, 'https://example.com/' || n
        from generate_series(1, ${sql.lit(EQUAL)}) n returning id)
      insert into aliases (link_id, alias) select id, 'link' || id from added`.execute(db)
    let ended = 0
    let clickAfter = 0
    const visited = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++ended === clickAfter)
          await sql`
            insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
            select 'link', id, 0, ${account}::bigint, 1, 1, 1 from links where id in (11, 15, 16)`.execute(visitors)
        return result
      },
    })
    const page = { limit: 10, page: 1, direction: 'asc' as const }
    for (const filter of [{}, { status: 'public' as const }]) {
      const list = (after?: number[]) =>
        listLinks(visited, account, { order: 'click', ...filter }, { ...page, ...(after ? { after } : {}) })
      clickAfter = 0
      await sql`delete from visit_deltas`.execute(db)
      ended = 0
      const first = await list()
      const statements = ended
      t.ok(statements > 2)
      for (clickAfter = 1; clickAfter <= statements; clickAfter++) {
        ended = 0
        await sql`delete from visit_deltas`.execute(db)
        const { next } = await list(first.next ?? [])
        t.ok(next && next[0] === 0 && (next[1] ?? 0) <= 23, `clicks after statement ${clickAfter}: ${next}`)
      }
    }
  },
)
