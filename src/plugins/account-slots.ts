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
      const mine = taken.get(accountId) ?? 0
      if (all >= max || mine >= maxPerAccount) return undefined
      all++
      taken.set(accountId, mine + 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        all--
        const left = (taken.get(accountId) ?? 1) - 1
        if (left === 0) taken.delete(accountId)
        else taken.set(accountId, left)
      }
    },
  }
}
