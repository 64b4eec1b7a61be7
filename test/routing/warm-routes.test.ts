import { sql } from 'kysely'
import t from 'tap'
import type { AliasDomain } from '../../db/queries/routes.ts'
import { warmRoutes } from '../../src/routing/warm-routes.ts'
import { openTestStore } from '../support/database.ts'
import { newLinks } from '../support/visits.ts'

const COUNT = 300
const BRANDED = 20
// As many as one query loads.
const TOGETHER = 128

t.test('the most visited links of a domain are loaded first, and the domain of the most visited link', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const ids = await newLinks(db, COUNT + 1)
  const {
    rows: [domain],
  } = await sql<{ id: number }>`
    insert into domains (account_id, scheme, host) select id, 'https', 'go.example' from accounts returning id`.execute(
    db,
  )
  // 11 and 301 have no common factor: the numbers of visits are all different, and not in the order of the ids.
  const links = ids.map((id, i) => ({ id, alias: `link-${i}`, visits: (i * 11) % (COUNT + 1) }))
  const byVisits = links.filter(({ visits }) => visits > 0).toSorted((a, b) => b.visits - a.visits)
  const [branded, own] = [byVisits.slice(0, BRANDED), byVisits.slice(BRANDED)]
  const domainOf = new Map(branded.map(({ id }) => [id, domain?.id ?? null]))
  await db
    .insertInto('aliases')
    .values(links.map(({ id, alias }) => ({ link_id: id, alias, domain_id: domainOf.get(id) ?? null })))
    .execute()
  // Every second link has two rows with half of its visits each.
  for (const { id, visits } of byVisits)
    for (const [slot, waiting] of (visits % 2 ? [visits] : [visits / 2, visits / 2]).entries())
      await sql`
        insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
        select 'link', ${id}::bigint, ${slot}::integer, id, 1, 1, ${waiting}::bigint from accounts`.execute(db)

  const loaded: { domainId: number; aliases: readonly string[] }[] = []
  const hosts: string[] = []
  let running = 0
  await warmRoutes(db, {
    site(host) {
      t.equal(loaded.length, 0, 'the site is loaded before its links')
      hosts.push(host)
      return { kind: 'unknown' }
    },
    async preload({ domainId }: AliasDomain, aliases) {
      t.equal(++running, 1, 'one query after the other')
      loaded.push({ domainId, aliases })
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
    },
  })
  const aliasesOf = (some: typeof links) => some.map(({ alias }) => alias)
  t.strictSame(hosts, ['go.example'])
  t.strictSame(loaded, [
    { domainId: domain?.id, aliases: aliasesOf(branded) },
    ...[0, 1, 2].map((i) => ({ domainId: 0, aliases: aliasesOf(own.slice(i * TOGETHER, (i + 1) * TOGETHER)) })),
  ])
})
