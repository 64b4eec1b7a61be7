import AjvCompiler from '@fastify/ajv-compiler'
import type { TSchema } from '@sinclair/typebox'
import { type Checks, checkKeyword } from '../validation/checks.ts'
import { addFormats } from '../validation/formats.ts'

/** Compiles schemas that may refer to `known` ones; a validator of one finds all faults and changes nothing. */
export const createCompiler = (checks: Checks, known: Record<string, TSchema> = {}) =>
  AjvCompiler()(known, {
    customOptions: { allErrors: true, verbose: true, coerceTypes: false, removeAdditional: false, strict: false },
    onCreate: (ajv) => {
      addFormats(ajv)
      ajv.addKeyword(checkKeyword(checks))
    },
  })
