import type { Fault } from '../errors/api-error.ts'
import { faultMessage } from './messages.ts'
import { selectUnionErrors } from './union-faults.ts'

/** An error of Ajv. */
export type AjvError = {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  /** The schema that has the keyword; set by the option `verbose`. */
  parentSchema?: Record<string, unknown>
}

/** The keyword by which a schema names a check (src/validation/checks.ts). */
export const CHECK = 'x-check'

function faultOf({ keyword, instancePath, message, params, parentSchema }: AjvError): Fault {
  const path = keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath
  if (keyword !== CHECK) return { path, message: faultMessage(keyword, params, parentSchema) }
  const code = params['code'] as Fault['code']
  return { path, message: message ?? 'is not valid', ...(code === undefined ? {} : { code }) }
}

const isLength = ({ keyword }: AjvError) => keyword === 'minLength' || keyword === 'maxLength'

// If a text has both a wrong form and a wrong length, the message about the form is more useful.
const lengthsLast = (errors: readonly AjvError[]) => [
  ...errors.filter((error) => !isLength(error)),
  ...errors.filter(isLength),
]

/** One fault per invalid field. Faults of checks are left out for values that do not match the schema. */
export function faultsOf(errors: readonly AjvError[]): Fault[] {
  // A nullable field has an error of each branch, of which "must be null" is not useful.
  const selected = selectUnionErrors(
    errors.filter(({ keyword, params }) => keyword !== 'type' || params['type'] !== 'null'),
  )
  const specific = selected.filter(({ keyword }) => keyword !== 'anyOf')
  const reported = specific.length > 0 ? specific : errors
  const schemaFaults = lengthsLast(reported.filter(({ keyword }) => keyword !== CHECK)).map(faultOf)
  const invalidPaths = new Set(schemaFaults.map(({ path }) => path))
  const checkFaults = reported.filter(({ keyword }) => keyword === CHECK).map(faultOf)
  return uniqueByField([
    ...schemaFaults,
    ...checkFaults.filter(({ path }) => !parents(path).some((parent) => invalidPaths.has(parent))),
  ])
}

const parents = (path: string) =>
  path.split('/').flatMap((_name, depth, names) => (depth === 0 ? [] : [names.slice(0, depth).join('/')]))

/** The first fault of each field, or its first fault with a code. */
export function uniqueByField(faults: readonly Fault[]): Fault[] {
  const byPath = new Map<string, Fault>()
  for (const fault of faults) {
    const known = byPath.get(fault.path)
    if (!known || (fault.code !== undefined && known.code === undefined)) byPath.set(fault.path, fault)
  }
  return [...byPath.values()]
}
