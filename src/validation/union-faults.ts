import { typeName } from './messages.ts'

interface ValidationError {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: Record<string, unknown>
}

/**
 * Ajv reports the errors of every branch of a union. Keeps only those of the branch that the value is meant for: the
 * one with its `type`, if the branches are objects with a field `type`, or with its JSON type. If there is no such
 * branch, one error with the allowed types.
 */
export function selectUnionErrors<T extends ValidationError>(errors: readonly T[]): T[] {
  let selected = [...errors]
  for (const { instancePath: at, schemaPath: union } of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const isInside = ({ schemaPath, instancePath }: T) =>
      schemaPath.startsWith(`${union}/`) && (instancePath === at || instancePath.startsWith(`${at}/`))
    const inside = selected.filter(isInside)
    const isOther = (error: T) => isOtherTag(error, at) || isOtherType(error, at)
    const branchOf = ({ schemaPath }: T) => schemaPath.slice(union.length + 1).split('/')[0]
    const others = new Set(inside.filter(isOther).map(branchOf))
    const own = inside.filter((error) => !others.has(branchOf(error)))
    if (others.size === 0) continue
    const branchErrors = own.length > 0 ? own : mergeErrors(inside.filter(isOther))
    selected = [...selected.filter((error) => !isInside(error)), ...branchErrors]
  }
  return selected
}

const isOtherType = ({ keyword, instancePath }: ValidationError, at: string) =>
  keyword === 'type' && instancePath === at

function isOtherTag({ keyword, instancePath, params }: ValidationError, at: string): boolean {
  if (keyword === 'required') return instancePath === at && params['missingProperty'] === 'type'
  return keyword === 'enum' && instancePath === `${at}/type`
}

function mergeErrors<T extends ValidationError>(others: readonly T[]): T[] {
  const [first] = others
  if (first === undefined || others.length === 1) return [...others]
  const allowedValues = others.flatMap(({ params }) => (params['allowedValues'] as unknown[] | undefined) ?? [])
  if (first.keyword !== 'type') return [{ ...first, params: { ...first.params, allowedValues } }]
  const types = [...new Set(others.map(({ params, parentSchema }) => typeName(params['type'], parentSchema)))]
  const type = [types.slice(0, -1).join(', '), ...types.slice(-1)].filter((part) => part !== '').join(' or ')
  return [{ ...first, params: { ...first.params, type }, parentSchema: {} }]
}
