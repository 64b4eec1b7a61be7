import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { beginTurn } from '../../db/queries/webhook-turns.ts'
import { openTestStore } from '../support/database.ts'

t.test(
  'previous secrets of an earlier release keep signing, and its tests of disabled webhooks are not sent',
  async (t) => {
    const before = Object.keys(migrations).findLast((name) => name < '0082') ?? ''
    const { db, close } = await openTestStore({ migrateTo: before })
    t.teardown(close)
    await sql`
    insert into accounts (email, username, password_hash, expires_at) values ('a@example.com', 'ada', '-', now())`.execute(
      db,
    )
    await sql`
    insert into webhooks (account_id, url, secret, previous_secret, previous_until, enabled)
    select id, 'https://example.com/', 'third', 'second first', now() + interval '1 hour', enabled
    from accounts, (values (true), (false)) states (enabled)`.execute(db)
    await sql`insert into webhook_deliveries (webhook_id, type) select id, 'webhook.test' from webhooks`.execute(db)
    await migrate(db)
    const { rows } = await sql<{ id: number; enabled: boolean; status: string }>`
    select w.id, enabled, status from webhooks w join webhook_deliveries d on d.webhook_id = w.id
    order by enabled desc`.execute(db)
    t.match(rows, [
      { enabled: true, status: 'pending' },
      { enabled: false, status: 'failed' },
    ])
    t.match(await beginTurn(db, rows[0]?.id ?? 0, 1), { secret: 'third', previous_secret: 'second first' })
  },
)
