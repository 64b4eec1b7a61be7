/** Schemas by name. */
export type Schemas = Record<string, unknown>

/** The named schemas that a schema refers to, directly or through others. */
export function referencedSchemas(schema: unknown, all: Schemas, found: Schemas = {}): Schemas {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, value] of Object.entries(schema)) {
    if (key !== '$ref' || typeof value !== 'string') referencedSchemas(value, all, found)
    else {
      const id = value.replace(/#.*$/, '')
      if (id in found || all[id] === undefined) continue
      found[id] = all[id]
      referencedSchemas(all[id], all, found)
    }
  }
  return found
}
