import { stringify } from 'yaml'
import type { OpenApi } from './model.ts'

/** The document as YAML: the same bytes for the same document. Version 1.1 quotes `on` and `off`, which older readers take for booleans. */
export const toYaml = (document: OpenApi): string =>
  stringify(document, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 0 })
