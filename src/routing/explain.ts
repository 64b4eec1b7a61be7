import type { RuleLink, RuleVisit } from './rule-input.ts'
import { decide, type Outcome, type Step } from './rules.ts'

/** A hypothetical visit. */
export interface SupposedVisit extends Omit<RuleVisit, 'path'> {
  /** Null: nothing is at its path, whatever the link forwards. */
  path: string | null
  /** Whether another link or page answers at its path. */
  isOfAnother: boolean
}

/** Decides a hypothetical visit. */
export function explain(link: RuleLink, { isOfAnother, ...visit }: SupposedVisit, steps: Step[]): Outcome {
  const { path } = visit
  if (path === '') return decide(link, { ...visit, path }, steps)
  const isAnswered = path !== null && link.pathforward && !isOfAnother
  const why = isAnswered
    ? 'The link forwards what follows its alias.'
    : isOfAnother
      ? 'Another link or page answers at this path.'
      : path === null
        ? 'No link forwards this path: visitors get the 404 page, or the picture of the link that it names.'
        : 'The link does not forward what follows its alias: visitors get the 404 page.'
  steps.push({ rule: 'path', matched: !isAnswered, why })
  return isAnswered ? decide(link, { ...visit, path }, steps) : { action: 'hidden', rule: 'path' }
}
