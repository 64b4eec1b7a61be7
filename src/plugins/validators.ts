import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifyRequest } from 'fastify'
import type { AjvError } from '../work/faults.ts'

type Factory = ReturnType<typeof AjvCompiler>
type Validate = ((data: unknown) => unknown) & { errors?: AjvError[] | null }

const validators = new WeakMap<object, Validate>()

/**
 * Makes the functions that validate the parts of a request. Fastify would ask them one after the other and stop at the
 * first part that is wrong: it gets some that like everything, and src/http/input.ts asks those behind them.
 */
export function buildValidators(): Factory {
  const build = AjvCompiler()
  return (...settings) => {
    const compile = build(...settings)
    return (route) => {
      const like = () => true
      validators.set(like, compile(route) as Validate)
      return like as unknown as ReturnType<typeof compile>
    }
  }
}

/** What the validator of a part has to say of a value; nothing where the route has no schema for it. */
export function complaintsOf(
  request: FastifyRequest,
  part: 'params' | 'querystring' | 'body',
  value: unknown,
): readonly AjvError[] {
  const like = request.getValidationFunction(part)
  const validate = like && validators.get(like)
  return validate === undefined || validate(value) ? [] : (validate.errors ?? [])
}
