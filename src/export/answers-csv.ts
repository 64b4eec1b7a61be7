import type { Database } from '../../db/open.ts'
import { type AnswerFilter, listAnswers, listLabels } from '../../db/queries/bio-answers.ts'
import { writeCsv } from '../csv/write-csv.ts'

// How many answers one query reads.
const BATCH = 200
// Labels with a column of their own: forms change, and a table must not get as many columns as it has rows.
const MAX_LABELS = 200

const FIRST = ['id', 'form', 'date', 'consent', 'consentdate']

/**
 * The answers to the forms of a bio page as chunks of CSV, oldest first: a column for each label in the order in which
 * they were first asked. What was asked under further labels is in a last column, a line each.
 */
export async function* answersCsv(
  db: Database,
  accountId: number,
  bioId: number,
  filter: AnswerFilter,
): AsyncGenerator<string> {
  const labels = await listLabels(db, accountId, bioId, filter, MAX_LABELS + 1)
  const own = labels.slice(0, MAX_LABELS)
  const hasMore = labels.length > own.length
  yield writeCsv([[...FIRST, ...own, ...(hasMore ? ['more'] : [])]])
  const known = new Set(own)
  for (let after: number[] | null = []; after !== null; ) {
    const page = { limit: BATCH, page: 1, direction: 'asc' as const, after }
    const { rows, next = null } = await listAnswers(db, accountId, bioId, page, filter)
    const cells = rows.map(({ id, form, date, consent, consentdate, answers }) => {
      const values = new Map(answers.map(({ label, value }) => [label, value]))
      const others = answers.filter(({ label }) => !known.has(label)).map(({ label, value }) => `${label}: ${value}`)
      return [
        ...[id, form, date, consent, consentdate],
        ...own.map((label) => values.get(label)),
        ...(hasMore ? [others.join('\n')] : []),
      ]
    })
    if (cells.length > 0) yield writeCsv(cells)
    after = next
  }
}
