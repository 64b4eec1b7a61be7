import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../db/open.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { ApiError, type Fault, invalid, MAX_FAULTS } from '../../errors/api-error.ts'
import { validFields } from '../../plugins/input.ts'
import { answer } from '../replies.ts'

interface Work<I, R, T> {
  /** The field of the body that has the items. */
  name?: 'items' | 'ids'
  /**
   * Faults of items that need the database, for those that the schema refuses anyway; fields with a fault are
   * undefined.
   */
  findMore?: (items: readonly Partial<I>[]) => Promise<(readonly Fault[])[]>
  /** Reads valid items before the transaction begins. */
  read: (items: readonly I[]) => Promise<(R | { faults: Fault[] } | ApiError)[]>
  /** Carries out the read items in one transaction. */
  run: (db: Database, items: readonly R[]) => Promise<(T | ApiError)[]>
  /** The result of an item; in a dry run, values of records that will not exist are left out. */
  show: (done: T, isDryRun: boolean) => object
}

/** Thrown in a transaction to roll it back. */
class DryRun<T> extends Error {
  readonly outcomes: T

  constructor(outcomes: T) {
    super()
    this.outcomes = outcomes
  }
}

/** Runs `work` in a transaction that changes nothing. */
async function inDryRun<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (db) => {
      throw new DryRun(await work(db))
    })
  } catch (error) {
    if (error instanceof DryRun) return error.outcomes as T
    throw error
  }
}

const isFailure = (outcome: unknown): outcome is ApiError => outcome instanceof ApiError

/** The faults of a failed item, with its place in the request and their codes. */
function faultsAt(place: string, { errors = [], message, code }: ApiError): Fault[] {
  const named = errors.length > 0 ? errors : [{ path: '', message }]
  return named.map((fault) => ({ code, ...fault, path: `${place}${fault.path}` }))
}

/** The failure of a whole request because of failed items: code and message are those of the first one. */
function failureOf(name: string, outcomes: readonly unknown[]): ApiError | undefined {
  const failed = outcomes.flatMap((outcome, index) => (isFailure(outcome) ? [{ outcome, index }] : []))
  const [first] = failed
  if (!first) return undefined
  const errors = failed.flatMap(({ outcome, index }) => faultsAt(`/${name}/${index}`, outcome))
  const shown = errors.slice(0, MAX_FAULTS)
  if (errors.length > MAX_FAULTS) shown.push({ path: '', message: `has more faults than these ${MAX_FAULTS}` })
  const others = failed.length === 1 ? '' : ` ${failed.length - 1} more failed.`
  const message = `Item ${first.index}: ${first.outcome.message}${others} Nothing was changed.`
  return new ApiError(first.outcome.code, message, { errors: shown, showsCodes: true })
}

/**
 * Answers a bulk request: reads its items, carries them out in one transaction, and lists the result of each. In an
 * atomic request, one failed item fails all. Also returns those that succeeded, with index, input and outcome.
 */
export async function answerBulk<I, R extends object, T extends object>(
  request: FastifyRequest,
  db: Database,
  { name = 'items', findMore, read, run, show }: Work<I, R, T>,
) {
  const body = request.body as { atomic?: boolean; dryRun?: boolean } & Record<typeof name, I[]>
  const { atomic: isAtomic = true, dryRun: isDryRun = false, [name]: items } = body
  const known = request.faults?.items ?? new Map<number, readonly Fault[]>()
  const invalidIndexes = [...known.keys()]
  const more = await findMore?.(
    invalidIndexes.map((i) => validFields(items[i], known.get(i) ?? []) as Partial<I>),
  ).catch(() => [])
  const invalidItem = (faults: readonly Fault[]) => invalid(faults, name === 'ids' ? 'id' : 'item')
  const early = new Map(
    invalidIndexes.map((i, at) => [i, invalidItem([...(known.get(i) ?? []), ...(more?.[at] ?? [])])]),
  )
  const valid = items.flatMap((_item, i) => (early.has(i) ? [] : [i]))
  const inputs = new Map<number, R>()
  const readItems = valid.length === 0 ? [] : await read(valid.map((i) => items[i] as I))
  valid.forEach((i, at) => {
    const input = readItems[at] as R | { faults: Fault[] } | ApiError
    if (isFailure(input)) early.set(i, input)
    else if ('faults' in input) early.set(i, invalidItem(input.faults))
    else inputs.set(i, input)
  })

  const merge = (done: ReadonlyMap<number, T | ApiError>) =>
    items.map((_item, i) => (early.get(i) ?? done.get(i)) as T | ApiError)
  const execute = async (db: Database) => {
    const outcomes = inputs.size === 0 ? [] : await run(db, [...inputs.values()])
    return merge(new Map([...inputs.keys()].map((i, at) => [i, outcomes[at] as T | ApiError])))
  }
  const failIfAtomic = (outcomes: readonly (T | ApiError)[]) => {
    const failure = isAtomic ? failureOf(name, outcomes) : undefined
    if (failure) throw failure
    return outcomes
  }
  const reply = (outcomes: readonly (T | ApiError)[]) =>
    answer({
      failed: outcomes.filter(isFailure).length,
      results: outcomes.map((outcome, index) =>
        isFailure(outcome)
          ? {
              index,
              code: outcome.code,
              message: outcome.message,
              errors: faultsAt(`/${name}/${index}`, outcome),
            }
          : { index, ...show(outcome, isDryRun) },
      ),
    })

  // The request fails; the valid items are tried, as its failure names the faults of all.
  if (isAtomic && early.size > 0) failIfAtomic(await inDryRun(db, execute))
  if (isDryRun) return { reply: reply(failIfAtomic(await inDryRun(db, execute))), done: [] }
  let outcomes: readonly (T | ApiError)[] = []
  const made = await request.answerOnce(db, (db) =>
    inTransaction(db, async (db) => {
      outcomes = failIfAtomic(await execute(db))
      return reply(outcomes)
    }),
  )
  const done = outcomes.flatMap((outcome, index) =>
    isFailure(outcome) ? [] : [{ index, input: inputs.get(index) as R, outcome }],
  )
  return { reply: made, done }
}
