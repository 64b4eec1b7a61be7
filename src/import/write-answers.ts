import { importAnswers } from '../../db/queries/bio-answers.ts'
import { mapIds, NOT_KEPT, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import type { ImportedAnswer } from '../../schemas/import-records.ts'
import type { WriteContext } from './write-context.ts'

/** Adds answers to the forms of the bio pages that the import wrote, each that is not there yet. */
export async function writeAnswers(
  { db, accountId, jobId }: WriteContext,
  rows: readonly PendingRow[],
): Promise<RowResult[]> {
  const answers = rows.map(({ row, record }) => ({ row, ...(record as unknown as ImportedAnswer) }))
  const pages = await mapIds(
    db,
    jobId,
    'bio',
    answers.map(({ bio }) => bio),
  )
  const known = answers.flatMap(({ bio, ...answer }) => {
    const id = pages.get(bio)
    return id === undefined || id === NOT_KEPT ? [] : [{ ...answer, bio: id }]
  })
  const made = await importAnswers(db, accountId, known)
  return answers.map(({ row, bio }): RowResult => {
    const page = pages.get(bio)
    if (page === undefined) return { row, outcome: 'skipped', notes: ['The bio page was not imported.'] }
    if (page === NOT_KEPT) return { row, outcome: 'created' }
    const id = made.get(row)
    return id === undefined
      ? { row, outcome: 'skipped', notes: ['The page has this answer, or all that it may have.'] }
      : { row, outcome: 'created', id }
  })
}
