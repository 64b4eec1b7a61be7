import { usesServer } from './database.ts'

/**
 * Whether tests with many variants of one thing try all of them: on a Postgres server, which is faster, or with
 * TEST_ALL=1. Otherwise they try a sample.
 */
export const runsAllVariants = usesServer || process.env['TEST_ALL'] === '1'

/**
 * All variants, or a sample: every `step`th. With another `turn` (0, 1, 2, …) for each operation the samples differ,
 * so that each variant is tried on some of them.
 */
export const someOf = <T>(variants: readonly T[], step: number, turn = 0): readonly T[] =>
  runsAllVariants ? variants : variants.filter((_, i) => (i + turn) % step === 0)
