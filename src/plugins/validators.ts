import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifyRequest } from 'fastify'
import type { AjvError } from '../validation/faults.ts'

type Factory = ReturnType<typeof AjvCompiler>
type Validate = ((data: unknown) => unknown) & { errors?: AjvError[] | null }

const validators = new WeakMap<object, () => Validate>()

/**
 * Creates the functions that validate the parts of a request. Fastify would call them one after the other and stop at the
 * first invalid part, so it gets functions that accept everything; src/plugins/input.ts calls the real ones. A schema is
 * compiled when it is first needed: compiling all of them would take most of the start. `later` takes what compiles it.
 */
export function buildValidators(later: (compile: () => void) => void): Factory {
  const build = AjvCompiler()
  return (...settings) => {
    let compile: ReturnType<Factory> | undefined
    return (route) => {
      const accept = () => true
      let validate: Validate | undefined
      const get = () => {
        compile ??= build(...settings)
        validate ??= compile(route) as Validate
        return validate
      }
      validators.set(accept, get)
      later(get)
      return accept as unknown as ReturnType<ReturnType<Factory>>
    }
  }
}

/** What the validator of a part has to say of a value; nothing where the route has no schema for it. */
export function complaintsOf(
  request: FastifyRequest,
  part: 'params' | 'querystring' | 'body',
  value: unknown,
): readonly AjvError[] {
  const accept = request.getValidationFunction(part)
  const validate = accept && validators.get(accept)?.()
  return validate === undefined || validate(value) ? [] : (validate.errors ?? [])
}
