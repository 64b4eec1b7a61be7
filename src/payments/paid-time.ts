import { DAY_MS } from '../time/timestamps.ts'
import { earliestOf, isLater, latestOf } from './grants.ts'
import { type Facts, listPurchases, type Purchase } from './purchases.ts'

/** Until when an account has its plan for reasons other than payments. */
export interface OtherTime {
  until: Date | null
  /** Whether it is the trial, which ends when a purchase is taken back and no other one covers the account. */
  isTrial: boolean
  /** Ends before this time do not count. */
  since: Date | null
}

/** Until when an account has its plan. */
export interface PaidTime {
  /** The end of each purchase that was not taken back. */
  ends: Map<string, Date>
  bought: Date | null
  /** What is left of the other time. */
  other: Date | null
}

interface Placed extends Purchase {
  /** The end as bought, and as it was used. */
  end: Date
  used: Date
}

/** Computes the time of an account from everything that is known about its purchases. */
export function computePaidTime(facts: Facts, other: OtherTime): PaidTime {
  const { purchases, namedEnds } = listPurchases(facts)
  const withOther = placePurchases(purchases, other.until)
  const ends = namedEnds.filter((end) => !(other.since && end < other.since))
  const isTrialOver = other.isTrial && isUncovered(ends, withOther)
  const left = isTrialOver ? null : other.until
  const placed = left === other.until ? withOther : placePurchases(purchases, left)
  const bought = new Map<string, Date>()
  for (const [subject, own] of Map.groupBy(placed, (one) => one.subject)) {
    const end = endOf(own.filter((one) => one.endedAt === null))
    if (end) bought.set(subject, end)
  }
  return { ends: bought, bought: latestOf([...bought.values()]), other: left }
}

/** Whether no purchase covered the account at one of these times. */
function isUncovered(times: readonly Date[], placed: readonly Placed[]): boolean {
  const sorted = placed.toSorted(byTime)
  let next = 0
  let covered: Date | null = null
  return times
    .toSorted((a, b) => Number(a) - Number(b))
    .some((time) => {
      for (let one = sorted[next]; one !== undefined && one.at <= time; one = sorted[++next])
        covered = latestOf([covered, one.used])
      return !isLater(covered, time)
    })
}

/** Places added days, in the order in which they were bought: each starts at the end of all time bought before it. */
function placePurchases(purchases: readonly Purchase[], other: Date | null): Placed[] {
  const sorted = purchases.toSorted(byTime)
  const placed = sorted.flatMap((one) => (one.until === null ? [] : [place(one, one.until)]))
  const cover = new Cover(placed)
  for (const one of sorted.filter(({ until }) => until === null)) {
    const start = earliestOf([one.startsBy, latestOf([one.countedAt, other, cover.endAt(one.at)])])
    const added = place(one, new Date((start ?? one.countedAt).getTime() + one.days * DAY_MS))
    placed.push(added)
    cover.add(added)
  }
  return placed
}

/** The end of all time that was bought before a purchase, for purchases in the order of their time. */
class Cover {
  readonly #placed: readonly Placed[]
  #next = 0
  /** The newest reports of subscriptions, and the latest end of all other time. */
  readonly #reports = new Map<string, Date>()
  #rest: Date | null = null

  constructor(placed: readonly Placed[]) {
    this.#placed = [...placed]
  }

  endAt(at: Date): Date | null {
    for (; ; this.#next++) {
      const one = this.#placed[this.#next]
      if (one === undefined || one.at > at) return latestOf([this.#rest, ...this.#reports.values()])
      this.add(one)
    }
  }

  add({ subject, isReported, endedAt, end, used }: Placed): void {
    if (isReported && endedAt === null) this.#reports.set(subject, end)
    else this.#rest = latestOf([this.#rest, used])
  }
}

const place = (one: Purchase, end: Date): Placed => ({ ...one, end, used: earliestOf([one.endedAt, end]) ?? end })

/** The end of the time of one subscription: the newest report counts, and days that were added to it. */
function endOf(own: Placed[]): Date | null {
  const newest = own
    .filter(({ isReported }) => isReported)
    .toSorted(byTime)
    .at(-1)
  return latestOf([newest?.end ?? null, ...own.filter(({ isReported }) => !isReported).map(({ end }) => end)])
}

const byTime = (a: Purchase, b: Purchase) =>
  Number(a.at) - Number(b.at) || Number(a.until) - Number(b.until) || a.subject.localeCompare(b.subject)
