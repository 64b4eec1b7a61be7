import type { Fault } from '../errors.ts'
import { ofNamedBranch } from './union-faults.ts'

const MOST_FAULTS = 50

/** What the validator complains of. */
export type AjvError = {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
}

function faultOf(error: AjvError, context: string): Fault {
  const missing = error.keyword === 'required' ? `/${String(error.params['missingProperty'])}` : ''
  const pointer = `${error.instancePath}${missing}`
  const path = context === 'body' ? pointer : `${context === 'params' ? 'path' : 'query'}${pointer}`
  if (missing) return { path, message: 'is required' }
  if (error.keyword === 'enum')
    return { path, message: `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}` }
  if (error.keyword === 'pattern') return { path, message: 'has characters or a form that are not allowed' }
  return { path, message: error.message ?? 'is not valid' }
}

/** One fault for each invalid field of a body, `params` or `querystring`. */
export function faultsOf(errors: AjvError[], context: string): Fault[] {
  // A nullable field fails as "neither this nor null": only the first branch's complaint is of use.
  const real = ofNamedBranch(errors).filter(
    (error) => error.keyword !== 'anyOf' && !(error.keyword === 'type' && error.params['type'] === 'null'),
  )
  const faults = new Map<string, Fault>()
  for (const error of real.length > 0 ? real : errors) {
    const fault = faultOf(error, context)
    if (!faults.has(fault.path) && faults.size < MOST_FAULTS) faults.set(fault.path, fault)
  }
  return [...faults.values()]
}
