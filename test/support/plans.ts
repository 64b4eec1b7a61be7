import type { CompiledQuery } from 'kysely'
import type { Test } from 'tap'
import type { Database } from '../../db/open.ts'
import { recordStatements } from './statements.ts'

/** A part of what `explain (format json)` returns. */
interface Plan {
  'Node Type': string
  'Parent Relationship'?: string
  'Subplan Name'?: string
  'CTE Name'?: string
  Plans?: Plan[]
}

/** The plans of the statements with parts (`with`) that `work` runs in a transaction, with the settings it makes there. */
export async function readPlans(t: Test, db: Database, work: (db: Database) => Promise<unknown>): Promise<Plan[]> {
  return db.transaction().execute(async (db) => {
    const statements = await recordStatements(t, () => work(db))
    const plans: Plan[] = []
    for (const statement of statements.filter(({ sql }) => /^\s*with\b/.test(sql))) {
      const query: CompiledQuery = { ...statement, sql: `explain (format json) ${statement.sql}` }
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(query)
      for (const row of rows) plans.push(row['QUERY PLAN'][0].Plan)
    }
    return plans
  })
}

/**
 * Where a plan compares each row of one part of its statement with each of another: the planner has no statistics of
 * parts. Nested loops over both, and subqueries that read a part for each row instead of putting it into a hash table.
 */
export function comparedPairs(plan: Plan): string[] {
  const { Plans: inputs = [], ...own } = plan
  const found = inputs.flatMap(comparedPairs)
  if (plan['Node Type'] === 'Nested Loop') {
    const [outer = [], inner = []] = inputs.filter(isInput).map(partsReadBy)
    if (outer.length > 0 && inner.length > 0) found.push(`nested loop over ${[...outer, ...inner].join(', ')}`)
  }
  for (const input of inputs)
    if (input['Parent Relationship'] === 'SubPlan' && !JSON.stringify(own).includes(`hashed ${input['Subplan Name']})`))
      found.push(...partsReadBy(input).map((part) => `${input['Subplan Name']} over ${part}`))
  return found
}

const isInput = (plan: Plan) => !/^(InitPlan|SubPlan)$/.test(plan['Parent Relationship'] ?? '')

const partsReadBy = (plan: Plan): string[] => [
  ...(plan['CTE Name'] ? [plan['CTE Name']] : []),
  ...(plan.Plans ?? []).filter(isInput).flatMap(partsReadBy),
]
