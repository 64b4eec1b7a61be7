import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifyRequest } from 'fastify'
import type { Fault } from '../errors/api-error.ts'
import type { Checks } from '../validation/checks.ts'
import { type AjvError, faultsOf } from '../validation/faults.ts'
import { referencedSchemas, type Schemas } from './referenced-schemas.ts'
import { sharedBySchemas } from './shared-by-schemas.ts'

type Factory = ReturnType<typeof AjvCompiler>
type Validate = ((this: Checks, data: unknown) => unknown) & { errors?: AjvError[] | null }

const validators = new WeakMap<object, { get: () => Validate; checks: Checks }>()
const buildCompiler = AjvCompiler()
// Compiled validators must not depend on settings, so checks that do are passed with each value. The factory shares
// them, too, but compares the schemas as JSON, 500 KB each time.
const compilerOf = sharedBySchemas((schemas: Parameters<Factory>[0], options: Parameters<Factory>[1]) => {
  let compileNamed = (_name: string) => {}
  const compile = buildCompiler(schemas, {
    ...options,
    onCreate(ajv) {
      options?.onCreate?.(ajv)
      compileNamed = (name) => void ajv.getSchema(name)
    },
  })
  return { compile, compileNamed }
})

/**
 * Creates the functions that validate the parts of a request. Fastify would stop at the first invalid part, so it gets
 * functions that accept everything; src/plugins/input.ts calls the real ones through `findFaults`. A schema is compiled
 * when it is first needed: compiling all of them takes most of the start. `later` takes a callback that compiles it.
 * `checks` are those of the service.
 */
export function buildValidators(later: (compile: () => void) => void, checks: Checks): Factory {
  return (schemas, options) => {
    const named = new Set<string>()
    return (route) => {
      const accept = () => true
      let validate: Validate | undefined
      const get = () => {
        validate ??= compilerOf(schemas, options).compile(route) as Validate
        return validate
      }
      validators.set(accept, { get, checks })
      // Named schemas that it refers to are compiled first, each in its own step: one long step would delay requests.
      for (const name of Object.keys(referencedSchemas(route, schemas as Schemas)).reverse()) {
        if (named.has(name)) continue
        named.add(name)
        later(() => compilerOf(schemas, options).compileNamed(name))
      }
      later(get)
      return accept as unknown as ReturnType<ReturnType<Factory>>
    }
  }
}

/** The faults of one part of a request; none if the route has no schema for it. */
export function findFaults(
  request: FastifyRequest,
  part: 'params' | 'querystring' | 'body',
  value: unknown,
): readonly Fault[] {
  return faultsBy(request.getValidationFunction(part), value)
}

/** The faults of a value by a schema that no part of the route has; it is compiled once for each route. */
export const findFaultsBy = (request: FastifyRequest, schema: object, value: unknown): readonly Fault[] =>
  faultsBy(request.getValidationFunction(schema) ?? request.compileValidationSchema(schema, 'body'), value)

function faultsBy(accept: object | undefined, value: unknown): readonly Fault[] {
  const found = accept && validators.get(accept)
  if (!found) return []
  const validate = found.get()
  return validate.call(found.checks, value) ? [] : faultsOf(validate.errors ?? [])
}
