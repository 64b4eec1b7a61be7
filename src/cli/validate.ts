import AjvCompiler from '@fastify/ajv-compiler'
import type { TSchema } from '@sinclair/typebox'
import { ApiError } from '../errors/api-error.ts'
import { checkKeyword, staticChecks } from '../validation/checks.ts'
import { type AjvError, faultsOf } from '../validation/faults.ts'
import { addFormats } from '../validation/formats.ts'

/** Returns the fields if they are valid for the schema; else throws an ApiError that names every invalid option. */
export function validate<T>(schema: TSchema & { static: T }, fields: object): T {
  const compile = AjvCompiler()(
    {},
    {
      customOptions: { allErrors: true, verbose: true, coerceTypes: false, removeAdditional: false, strict: false },
      onCreate: (ajv) => {
        addFormats(ajv)
        ajv.addKeyword(checkKeyword(staticChecks))
      },
    },
  )
  const isValid = compile({ schema })
  if (isValid(fields)) return fields as T
  const faults = faultsOf((isValid.errors ?? []) as AjvError[])
  const named = faults.map(({ path, message }) => `--${path.slice(1)} ${message}`)
  throw new ApiError('invalid_request', `${named.join('; ')}.`, { errors: faults })
}
