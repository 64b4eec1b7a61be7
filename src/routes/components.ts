import type { TSchema } from '@sinclair/typebox'
import type { App } from '../services.ts'

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && '$id' in value

/** Makes every named schema that a vocabulary module exports a component, known to validation, answers and the document. */
export function addComponents(app: App, ...modules: object[]): void {
  for (const module of modules)
    for (const schema of Object.values(module))
      if (isSchema(schema) && schema.$id && !app.getSchema(schema.$id)) app.addSchema(schema)
}
