import type { TSchema } from '@sinclair/typebox'
import type { App } from '../services.ts'

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && '$id' in value

/** Registers every schema with an `$id` that the modules export, so that routes and the document can refer to it. */
export function addComponents(app: App, ...modules: object[]): void {
  for (const module of modules)
    for (const schema of Object.values(module))
      if (isSchema(schema) && schema.$id && !app.getSchema(schema.$id)) app.addSchema(schema)
}
