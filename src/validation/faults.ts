import type { Fault } from '../errors/api-error.ts'
import { messageOf } from './messages.ts'
import { ofMeantBranch } from './union-faults.ts'

/** What the validator complains of. */
export type AjvError = {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  /** The schema that has the keyword: a validator with the option `verbose` names it. */
  parentSchema?: Record<string, unknown>
}

/** The keyword by which a schema names a check (src/validation/checks.ts). */
export const CHECK = 'x-check'

function faultOf({ keyword, instancePath, message, params, parentSchema }: AjvError): Fault {
  const path = keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath
  if (keyword !== CHECK) return { path, message: messageOf(keyword, params, parentSchema) }
  const code = params['code'] as Fault['code']
  return { path, message: message ?? 'is not valid', ...(code === undefined ? {} : { code }) }
}

const isLength = ({ keyword }: AjvError) => keyword === 'minLength' || keyword === 'maxLength'

// Where a text has the wrong form and the wrong length, the message about the form says more.
const lengthsLast = (errors: readonly AjvError[]) => [
  ...errors.filter((error) => !isLength(error)),
  ...errors.filter(isLength),
]

/** One fault for each invalid field. What a check makes of a value whose shape is wrong already is left out. */
export function faultsOf(errors: readonly AjvError[]): Fault[] {
  // A nullable field fails as "neither this nor null": only the first branch's complaint is of use.
  const meant = ofMeantBranch(errors.filter(({ keyword, params }) => keyword !== 'type' || params['type'] !== 'null'))
  const real = meant.filter(({ keyword }) => keyword !== 'anyOf')
  const told = real.length > 0 ? real : errors
  const shapes = lengthsLast(told.filter(({ keyword }) => keyword !== CHECK)).map(faultOf)
  const wrong = new Set(shapes.map(({ path }) => path))
  const checks = told.filter(({ keyword }) => keyword === CHECK).map(faultOf)
  return unite([...shapes, ...checks.filter(({ path }) => !parents(path).some((parent) => wrong.has(parent)))])
}

const parents = (path: string) =>
  path.split('/').flatMap((_name, depth, names) => (depth === 0 ? [] : [names.slice(0, depth).join('/')]))

/** The first fault of each field; before it one that has a code of its own. */
export function unite(faults: readonly Fault[]): Fault[] {
  const byPath = new Map<string, Fault>()
  for (const fault of faults) {
    const known = byPath.get(fault.path)
    if (!known || (fault.code !== undefined && known.code === undefined)) byPath.set(fault.path, fault)
  }
  return [...byPath.values()]
}
