/** Awaits a statement and returns 'taken' if it violates a unique index. For updates, which have no `on conflict`. */
export async function unlessTaken<T>(statement: Promise<T>): Promise<T | 'taken'> {
  try {
    return await statement
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return 'taken'
    throw error
  }
}
