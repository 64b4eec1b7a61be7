/** Awaits a single statement and returns 'taken' where a unique index refuses it: for updates, which have no `on conflict`. */
export async function unlessTaken<T>(statement: Promise<T>): Promise<T | 'taken'> {
  try {
    return await statement
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return 'taken'
    throw error
  }
}
