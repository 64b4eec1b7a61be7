import type { Database } from '../open.ts'

/** The service's own secret of this name, made from `fresh` when there is none: the same for every instance. */
export async function readSecret(db: Database, name: string, fresh: string): Promise<string> {
  const made = await db
    .insertInto('secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('value')
    .executeTakeFirst()
  if (made) return made.value
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
