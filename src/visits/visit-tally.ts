import type { SubjectKey } from '../../db/queries/visit-subjects.ts'
import type { Visit } from './describe-visits.ts'

const MAX_SUBJECTS = 100_000

/** Counts written visits by subject, so that busy subjects are found without a query. */
export function createVisitTally(busyVisits: number) {
  let counts = new Map<string, number>()
  let busy: SubjectKey[] = []
  return {
    add(visits: readonly Pick<Visit, 'subject' | 'id'>[]): void {
      // Bounded: subjects that are forgotten here are found by the round of the visit jobs.
      if (counts.size > MAX_SUBJECTS) counts = new Map()
      for (const { subject, id } of visits) {
        const key = `${subject} ${id}`
        const count = (counts.get(key) ?? 0) + 1
        if (count < busyVisits) counts.set(key, count)
        else {
          counts.delete(key)
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
