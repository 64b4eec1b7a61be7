import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { rewriteWords, writeWaitingWords } from '../../db/queries/link-words.ts'
import { usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'

// The words of links are written some seconds after the reply; a search reads those that wait from the links
// themselves.
const service = await startService(t)
const { db } = service.services.store
// The tests do its work themselves.
await service.services.maintenance.close()
const client = await service.newClient()

const find = async (q: string, more = '') =>
  (await client.get(`/api/urls?q=${encodeURIComponent(q)}${more}`)).body.data.urls.map(({ id }: { id: number }) => id)
const add = async (body: object) =>
  (await client.post('/api/url/add', { url: 'https://example.com/', ...body })).body.id
const placesOf = async (id: number) => {
  const { rows } = await sql<{ waiting: number; written: number }>`
    select (select count(*)::integer from waiting_words where id = ${id}::bigint) as waiting,
      (select count(*)::integer from link_words where id = ${id}::bigint) as written`.execute(db)
  return rows[0]
}
const write = async () => {
  while ((await writeWaitingWords(db, 1000)) > 0);
}

t.test('a search finds a new link at once, and only once after its words are written', async (t) => {
  const id = await add({ custom: 'first-one', metatitle: 'Läuft' })
  t.match(await placesOf(id), { waiting: 1, written: 0 })
  const check = async () => {
    for (const q of ['first-one', 'LÄUFT', 'first läuft', 'ft'])
      for (const more of ['', '&order=click', '&status=public', '&created_after=2020-01-01'])
        t.strictSame(await find(q, more), [id], q + more)
    t.strictSame(await find('nowhere'), [])
    t.equal((await client.get('/api/urls?q=first')).body.data.result, 1)
  }
  await check()
  await write()
  t.match(await placesOf(id), { waiting: 0, written: 1 })
  await check()
})

t.test('changed words are found at once, and previous ones are not', async (t) => {
  const id = await add({ custom: 'changing', metatitle: 'before' })
  const change = (body: object) => client.put(`/api/url/${id}/update`, body)
  for (const isWritten of [false, true]) {
    if (isWritten) await write()
    await change({ metatitle: 'after', custom: 'moved-away', aliases: ['further-one'] })
    for (const q of ['after', 'moved-away', 'further-one']) t.strictSame(await find(q), [id], q)
    for (const q of ['before', 'changing']) t.strictSame(await find(q), [], q)
    await write()
    for (const q of ['after', 'moved-away', 'further-one']) t.strictSame(await find(q), [id], q)
    for (const q of ['before', 'changing']) t.strictSame(await find(q), [], q)
    t.match(await placesOf(id), { waiting: 0, written: 1 })
    await change({ metatitle: 'before', custom: 'changing', aliases: [] })
    t.match(await placesOf(id), { waiting: 1, written: 0 })
    for (const q of ['after', 'moved-away', 'further-one']) t.strictSame(await find(q), [], q)
  }
})

t.test('no rows of a deleted link remain', async (t) => {
  const [waiting, written] = [await add({ custom: 'gone-1' }), await add({ custom: 'gone-2', aliases: ['gone-3'] })]
  await sql`delete from waiting_words where id = ${waiting}::bigint`.execute(db)
  await write()
  await client.put(`/api/url/${waiting}/update`, { metatitle: 'waits again' })
  t.match(await placesOf(waiting), { waiting: 1 })
  for (const id of [waiting, written]) {
    await client.delete(`/api/url/${id}/delete`)
    t.match(await placesOf(id), { waiting: 0, written: 0 })
  }
})

t.test('links of others are not found', async (t) => {
  const other = await service.newClient()
  await other.post('/api/url/add', { url: 'https://example.com/', custom: 'of-another' })
  t.strictSame(await find('of-another'), [])
})

t.test('words change while they are written', { skip: !usesServer && 'needs two connections' }, async (t) => {
  const id = await add({ custom: 'raced', metatitle: 'start' })
  let title = 'start'
  const check = async () => {
    await write()
    t.match(await placesOf(id), { waiting: 0, written: 1 })
    const { rows } = await sql<{ words: string }>`select words from link_words where id = ${id}::bigint`.execute(db)
    t.match(rows[0]?.words, title)
    t.strictSame(await find(title), [id])
  }
  const rename = (db: typeof service.services.db, next: string) =>
    sql`update links set metatitle = ${next} where id = ${id}::bigint`.execute(db)

  // The change is not committed when the words are written.
  for (const isWritten of [false, true]) {
    if (isWritten) await write()
    await service.services.db.transaction().execute(async (open) => {
      title = `changed first ${isWritten}`
      await rename(open, title)
      await writeWaitingWords(db, 1000)
    })
    await check()
  }
  // The change begins while the words are written, and waits.
  for (const work of [
    (open: typeof db) => writeWaitingWords(open, 1000),
    (open: typeof db) => rewriteWords(open, [{ id, account_id: client.id }]),
  ]) {
    await rename(db, 'waits')
    let changed: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (open) => {
      await work(open)
      title = 'changed meanwhile'
      changed = rename(service.services.db, title)
      await setTimeout(200)
    })
    await changed
    t.match(await placesOf(id), { waiting: 1, written: 0 })
    await check()
  }
})

t.test('a search does not plan the reading of each waiting link', async (t) => {
  const { rows } = await sql<{ planned: boolean }>`
    select 'plan_cache_mode=force_generic_plan' = any (proconfig) as planned from pg_proc where proname = 'waiting_words_of'`.execute(
    db,
  )
  t.strictSame(rows, [{ planned: true }])
})
