import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { referencedSchemas, type Schemas } from './referenced-schemas.ts'
import { sharedBySchemas } from './shared-by-schemas.ts'

type Factory = ReturnType<typeof SerializerSelector>
type Serialize = ReturnType<ReturnType<Factory>>

const build = SerializerSelector()
const compiledOf = sharedBySchemas<Parameters<Factory>, Map<string, Serialize>>(() => new Map())

/**
 * The schema without `format`: the compiler uses stricter formats than request validation to select the branch of a
 * nullable field, and would fail for values that match no branch.
 */
function withoutFormats<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutFormats) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'format' || typeof value !== 'string')
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutFormats(value)])) as T
}

/**
 * Creates the serializers of responses. A schema is compiled when it is first needed, with only the schemas it refers
 * to, and equal schemas once: compiling everything takes most of the start. `later` takes a callback that compiles a
 * schema.
 */
export function buildSerializers(later: (compile: () => void) => void): Factory {
  return (schemas, options) => {
    const compiled = compiledOf(schemas, options)
    const compile = (route: Parameters<ReturnType<Factory>>[0], all: Schemas) => {
      const known = withoutFormats(referencedSchemas(route.schema, all))
      return build(known, options)({ ...route, schema: withoutFormats(route.schema) })
    }
    return (route) => {
      let serialize: Serialize | undefined
      const get = () => {
        const key = JSON.stringify(route.schema)
        serialize ??= compiled.get(key) ?? compile(route, (schemas ?? {}) as Schemas)
        compiled.set(key, serialize)
        return serialize
      }
      later(get)
      return (data) => (serialize ?? get())(data)
    }
  }
}
