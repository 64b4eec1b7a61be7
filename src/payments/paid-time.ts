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
  const isCovered = (end: Date) => withOther.some((one) => one.at <= end && one.end > end && !isEndedBy(one, end))
  const isTrialOver = namedEnds.some((end) => !(other.since && end < other.since) && !isCovered(end))
  const left = other.isTrial && isTrialOver ? null : other.until
  const placed = left === other.until ? withOther : placePurchases(purchases, left)
  const ends = new Map<string, Date>()
  for (const [subject, own] of Map.groupBy(placed, (one) => one.subject)) {
    const end = endOf(own.filter((one) => one.endedAt === null))
    if (end) ends.set(subject, end)
  }
  return { ends, bought: latestOf([...ends.values()]), other: left }
}

const isEndedBy = ({ endedAt }: Purchase, time: Date) => endedAt !== null && endedAt <= time

/** Places added days, in the order in which they were bought: each starts at the end of all time bought before it. */
function placePurchases(purchases: readonly Purchase[], other: Date | null): Placed[] {
  const placed = purchases.flatMap((one) => (one.until === null ? [] : [place(one, one.until)]))
  for (const one of purchases.filter(({ until }) => until === null).toSorted(byTime)) {
    const before = Map.groupBy(
      placed.filter(({ at }) => at <= one.at),
      ({ subject }) => subject,
    )
    const covered = [...before.values()].map(endOfUse)
    const start = earliestOf([one.startsBy, latestOf([one.countedAt, other, ...covered])])
    const end = (start ?? one.countedAt).getTime() + one.days * DAY_MS
    placed.push(place(one, new Date(end), start))
  }
  return placed
}

function place(one: Purchase, end: Date, start: Date | null = null): Placed {
  const stopped = one.endedAt === null ? end : latestOf([start, one.endedAt])
  return { ...one, end, used: isLater(stopped, end) ? end : (stopped ?? end) }
}

/** The end of the time of one subscription: the newest report counts, and days that were added to it. */
function endOf(own: Placed[]): Date | null {
  const newest = own
    .filter(({ isReported }) => isReported)
    .toSorted(byTime)
    .at(-1)
  return latestOf([newest?.end ?? null, ...own.filter(({ isReported }) => !isReported).map(({ end }) => end)])
}

function endOfUse(own: Placed[]): Date | null {
  const [kept, ended] = [own.filter((one) => one.endedAt === null), own.filter((one) => one.endedAt !== null)]
  return latestOf([endOf(kept), ...ended.map(({ used }) => used)])
}

const byTime = (a: Purchase, b: Purchase) =>
  Number(a.at) - Number(b.at) || Number(a.until) - Number(b.until) || a.subject.localeCompare(b.subject)
