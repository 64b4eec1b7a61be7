import type { Database } from '../open.ts'

/** The stored secret of this name, which all instances share; stores `fresh` if there is none. */
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

/** Deletes a stored secret that is not used any longer, and returns it; undefined if there was none. */
export async function deleteSecret(db: Database, name: string): Promise<string | undefined> {
  const deleted = await db.deleteFrom('secrets').where('name', '=', name).returning('value').executeTakeFirst()
  return deleted?.value
}
