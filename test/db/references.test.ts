import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'

// Triggers check these references once a statement and delete what refers to a deleted row, as foreign keys would.
const service = await startService(t)
const { db } = service.services.store
const client = await service.newClient()
const NOBODY = 999_999_999
const gone = { code: '23503' }

const newLink = async (custom: string, aliases: string[] = []): Promise<number> =>
  (await client.post('/api/url/add', { url: 'https://example.com/', custom, aliases })).body.id
const addAlias = (db: Database, link: number, alias: string, column = 'link_id') =>
  sql`insert into aliases (${sql.ref(column)}, alias) values (${link}::bigint, ${alias})`.execute(db)
const count = async (from: string, where: string) => {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::integer as rows from ${sql.table(from)} where ${sql.raw(where)}`.execute(db)
  return rows[0]?.rows
}

t.test('a link, event or alias without an owner is refused', async (t) => {
  const own = await newLink('owned')
  await t.rejects(sql`insert into links (account_id, url) values (${NOBODY}, 'https://example.com')`.execute(db), gone)
  await t.rejects(
    sql`insert into links (account_id, url) select id, 'https://example.com'
      from unnest(array[${client.id}::bigint, ${NOBODY}]) id`.execute(db),
    gone,
  )
  await t.rejects(
    sql`insert into events (account_id, type, actor, data) values (${NOBODY}, 'link.created', 'key', '{}')`.execute(db),
    gone,
  )
  await t.rejects(addAlias(db, NOBODY, 'of-nobody'), gone)
  await t.rejects(addAlias(db, NOBODY, 'of-nobody', 'extra_link_id'), gone)
  await t.rejects(
    sql`insert into aliases (extra_link_id, alias) values (${own}::bigint, 'mixed-a'), (${NOBODY}, 'mixed-b')`.execute(
      db,
    ),
    gone,
  )
  t.equal(await count('aliases', "alias in ('of-nobody', 'mixed-a', 'mixed-b')"), 0)
})

t.test('aliases go with their link, and links and events with their account', async (t) => {
  const one = await newLink('goes', ['goes-too'])
  await client.delete(`/api/url/${one}/delete`)
  t.equal(await count('aliases', "alias in ('goes', 'goes-too')"), 0)

  const other = await service.newClient()
  await other.post('/api/url/add', { url: 'https://example.com/', custom: 'of-account', aliases: ['of-account-2'] })
  await other.post('/api/bio/add', { name: 'A page', custom: 'page-of-account' })
  await sql`delete from accounts where id = ${other.id}::bigint`.execute(db)
  t.equal(await count('links', `account_id = ${other.id}`), 0)
  t.equal(await count('events', `account_id = ${other.id}`), 0)
  t.equal(await count('aliases', "alias like '%of-account%'"), 0)
  t.equal(await count('waiting_words', `account_id = ${other.id}`), 0)
})

t.test('a row that is being deleted', { skip: !usesServer && 'needs two connections' }, async (t) => {
  const open = service.services.db
  const race = async (first: (db: Database) => Promise<unknown>, second: () => Promise<unknown>) => {
    let later: Promise<unknown> = Promise.resolve()
    await open.transaction().execute(async (one) => {
      await first(one)
      later = second().catch((error) => error)
      await setTimeout(200)
    })
    return later
  }
  const link = await newLink('raced-1')
  const refused = await race(
    (one) => sql`delete from links where id = ${link}::bigint`.execute(one),
    () => addAlias(db, link, 'late', 'extra_link_id'),
  )
  t.match(refused, gone)
  const second = await newLink('raced-2')
  await race(
    (one) => addAlias(one, second, 'early', 'extra_link_id'),
    () => sql`delete from links where id = ${second}::bigint`.execute(db),
  )
  t.equal(await count('links', `id = ${second}`), 0)
  t.equal(await count('aliases', "alias in ('late', 'early', 'raced-1', 'raced-2')"), 0)

  const other = await service.newClient()
  await race(
    (one) => sql`insert into links (account_id, url) values (${other.id}::bigint, 'https://example.com')`.execute(one),
    () => sql`delete from accounts where id = ${other.id}::bigint`.execute(db),
  )
  t.equal(await count('links', `account_id = ${other.id}`), 0)
  t.equal(await count('accounts', `id = ${other.id}`), 0)
})
