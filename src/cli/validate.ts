import type { TSchema } from '@sinclair/typebox'
import { ApiError } from '../errors/api-error.ts'
import { createCompiler } from '../import/compiler.ts'
import { staticChecks } from '../validation/checks.ts'
import { type AjvError, faultsOf } from '../validation/faults.ts'

/** Returns the fields if they are valid for the schema; else throws an ApiError that names every invalid option. */
export function validate<T>(schema: TSchema & { static: T }, fields: object): T {
  const isValid = createCompiler(staticChecks)({ schema })
  if (isValid(fields)) return fields as T
  const faults = faultsOf((isValid.errors ?? []) as AjvError[])
  const named = faults.map(({ path, message }) => `--${path.slice(1)} ${message}`)
  throw new ApiError('invalid_request', `${named.join('; ')}.`, { errors: faults })
}
