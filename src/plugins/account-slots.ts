import { addToCount } from '../security/key-counts.ts'

/** A limited number of slots for concurrent work, in all and for each account, so that what one account sends leaves room for others. */
export interface AccountSlots {
  /** Takes a slot and returns the function that frees it; undefined if the account or all of them have too many. */
  take(accountId: number): (() => void) | undefined
}

export function createAccountSlots(max: number, maxPerAccount: number): AccountSlots {
  const taken = new Map<number, number>()
  let all = 0
  return {
    take(accountId) {
      if (all >= max || (taken.get(accountId) ?? 0) >= maxPerAccount) return undefined
      all++
      addToCount(taken, accountId, 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        all--
        addToCount(taken, accountId, -1)
      }
    },
  }
}
