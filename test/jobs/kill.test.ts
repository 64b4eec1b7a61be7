import { sql } from 'kysely'
import t from 'tap'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/startup/open-store.ts'
import { forgetDeleted } from '../../src/visits/visit-jobs.ts'
import { endHalt, haltAt } from '../support/halt.ts'
import { ownDatabase, startServer } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { runsAllVariants } from '../support/variants.ts'

// So many that deletions take several steps.
const LINKS = runsAllVariants ? 6000 : 2500
const ITEMS = 1000

t.test(
  'a deletion whose process is killed goes on where it was, and bulk requests are done as a whole or not at all',
  async (t) => {
    const settings = await ownDatabase(t)
    const store = await openStore(readConfig(settings), 'test', () => {})
    const account = { email: 'a@example.com', username: 'ada', password: 'correct horse battery' }
    const { id, apikey } = await registerAccount(store.db, account, 14)
    const gone = { email: 'b@example.com', username: 'bob', password: account.password }
    const other = await registerAccount(store.db, gone, 14)
    await sql`
    insert into domains (account_id, scheme, host) values (${id}::bigint, 'https', 'go.example.org')`.execute(store.db)
    await sql`
    with added as (
      insert into links (account_id, url) select ${other.id}::bigint, 'https://example.org/' || n from generate_series(1, ${LINKS}::integer) n
      returning id, account_id
    ), counted as (
      insert into visit_days (account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets)
      select account_id, 'link', id, now(), 'visitor', 1, 1, 1, 1, '{}' from added
    )
    insert into aliases (link_id, alias) select id, 'of-bo-' || id from added`.execute(store.db)
    await sql`insert into campaigns (account_id, name, slug) values (${id}::bigint, 'All', 'all')`.execute(store.db)
    await sql`
    with added as (
      insert into links (account_id, campaign_id, url)
      select ${id}::bigint, 1, 'https://example.com/' || n from generate_series(1, ${LINKS}::integer) n returning id
    )
    insert into aliases (link_id, domain_id, alias) select id, 1, 'link-' || id from added`.execute(store.db)
    // The deletion of the account does not end before the kill.
    await haltAt(store.db, { table: 'links', change: 'delete', when: `old.url = 'https://example.org/${LINKS - 100}'` })
    await store.close()

    const first = await startServer(t, settings)
    const send = (method: string, path: string, body?: object, key = apikey) =>
      fetch(`${first.base}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    for (const path of ['/api/domain/1/delete', '/api/campaign/1/delete'])
      t.equal((await send('DELETE', path)).status, 200)
    const { password } = gone
    t.equal((await send('DELETE', '/api/account', { password }, other.apikey)).status, 200)
    const items = Array.from({ length: ITEMS }, (_, i) => ({ url: 'https://example.com/bulk', aliases: [`more-${i}`] }))
    const changes = items.map((_item, i) => ({ id: LINKS + i + 1, status: 'private', custom: `moved-${i}` }))
    const cut = [
      send('POST', '/api/url/bulk', { items }),
      send('POST', '/api/url/bulk/update', { items: changes }),
    ].map((sent) => sent.catch(() => undefined))
    // About when their statements run.
    await new Promise((resolve) => setTimeout(resolve, 150))
    first.child.kill('SIGKILL')
    await Promise.all([first.ended, ...cut])

    const after = await openStore(readConfig(settings), 'test', () => {})
    const { rows: undone } = await sql`select from jobs where finished_at is null`.execute(after.db)
    t.ok(undone.length > 0, `${undone.length} deletions were cut short`)
    await endHalt(after.db)
    const { send: ask, services } = await startService(t, {}, {}, after)
    const { data } = (await ask('GET', '/api/urls?limit=1000', { key: apikey })).body
    const made = data.result - LINKS
    t.ok(made === 0 || made === ITEMS, `${made} links were made`)
    const isNew = (longurl: string) => longurl === 'https://example.com/bulk'
    const urls: { longurl: string; attached: boolean; campaign: unknown }[] = data.urls
    t.ok(urls.every(({ longurl, attached, campaign }) => (isNew(longurl) || !attached) && campaign === null))
    const { rows: counts } = await sql<Record<'made' | 'extra' | 'words' | 'changed' | 'moved', number>>`
    select (select count(*) from links where url = 'https://example.com/bulk')::integer as made,
      (select count(*) from aliases where extra_link_id is not null)::integer as extra,
      (select count(*) from (select words from link_words union all select words from waiting_words_of(1)) found
        where words like '%/bulk')::integer as words,
      (select count(*) from links where status = 'private')::integer as changed,
      (select count(*) from aliases where alias like 'moved-%')::integer as moved`.execute(after.db)
    t.match(counts[0], { made, extra: made, words: made })
    const changed = counts[0]?.changed ?? -1
    t.ok(changed === 0 || changed === ITEMS, `${changed} links were changed`)
    t.equal(counts[0]?.moved, changed)
    const left = async () => {
      const { rows } = await sql<{ steps: number; ready: boolean }>`
      select count(*)::integer as steps, coalesce(bool_and(finished_at is not null), true) as ready from jobs`.execute(
        after.db,
      )
      return rows[0]
    }
    t.strictSame((await left())?.steps, 3)
    services.jobs.wake()
    await services.jobs.idle()
    // Of the campaign and the domain, which have no account any more: the visit jobs do this.
    await forgetDeleted(after.db, 1000)
    t.ok((await left())?.ready)
    const { rows } = await sql`
    select kind, least(progress, ${LINKS}::integer) as progress, failures from jobs union all
    select 'kept', (select count(*) from links where account_id <> ${id}::bigint) + (select count(*) from aliases where alias like 'of-bo-%')
      + (select count(*) from visit_days) + (select count(*) from forgotten_visits), (select count(*) from accounts) union all
    select 'left', (select count(*) from links where campaign_id is not null) + (select count(*) from campaigns) + (select count(*) from domains),
      (select count(*) from aliases where not detached or lost_domain <> 'https://go.example.org')
    order by 1`.execute(after.db)
    t.strictSame(rows, [
      { kind: 'delete_account', progress: LINKS, failures: 0 },
      { kind: 'delete_campaign', progress: LINKS, failures: 0 },
      { kind: 'delete_domain', progress: LINKS, failures: 0 },
      { kind: 'kept', progress: 0, failures: 1 },
      // Each of the links that were made has two aliases.
      { kind: 'left', progress: 0, failures: 2 * made },
    ])
  },
)
