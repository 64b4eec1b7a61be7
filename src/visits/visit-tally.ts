import type { SubjectKey } from '../../db/queries/visit-subjects.ts'
import type { Visited } from '../../db/tables/visits.ts'
import type { Visit } from './describe-visits.ts'

const MAX_SUBJECTS = 100_000

/** Counts written visits by subject, so that busy subjects are found without a query. */
export function createVisitTally(busyVisits: number) {
  // By the id in the counts of its type: this runs for every visit, and a key of both would be a new string.
  let counts = new Map<Visited, Map<number, number>>()
  let subjects = 0
  let busy: SubjectKey[] = []
  const countsOf = (subject: Visited) => {
    const known = counts.get(subject) ?? new Map<number, number>()
    counts.set(subject, known)
    return known
  }
  return {
    add(visits: readonly Pick<Visit, 'subject' | 'id'>[]): void {
      // Bounded: subjects that are forgotten here are found by the round of the visit jobs.
      if (subjects > MAX_SUBJECTS) {
        counts = new Map()
        subjects = 0
      }
      for (const { subject, id } of visits) {
        const ofType = countsOf(subject)
        const count = (ofType.get(id) ?? 0) + 1
        if (count === 1) subjects++
        if (count < busyVisits) ofType.set(id, count)
        else {
          ofType.delete(id)
          subjects--
          busy.push({ subject, subject_id: id })
        }
      }
    },
    /** Returns the subjects that have had this many visits since they were last returned. */
    takeBusy(): SubjectKey[] {
      const keys = new Map(busy.map((key) => [`${key.subject} ${key.subject_id}`, key]))
      busy = []
      return [...keys.values()]
    },
  }
}
