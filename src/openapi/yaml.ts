import { stringify } from 'yaml'
import type { OpenApi } from './model.ts'

/** The document as YAML. Version 1.1 quotes `on` and `off`, which older parsers read as booleans. */
export const toYaml = (document: OpenApi): string =>
  stringify(document, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 0 })
