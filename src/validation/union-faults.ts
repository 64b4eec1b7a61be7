import { typeName } from './messages.ts'

/** A complaint of the validator. */
interface Complaint {
  instancePath: string
  schemaPath: string
  keyword: string
  message?: string
  params: Record<string, unknown>
  parentSchema?: Record<string, unknown>
}

/**
 * Of a union the validator complains once for every branch. Keeps what the branch has to say that the value is meant for:
 * the one of its `type`, where the branches are objects told apart by it, or of its JSON type; where there is none, one
 * complaint that names the types there are.
 */
export function ofMeantBranch<T extends Complaint>(errors: readonly T[]): T[] {
  let kept = [...errors]
  for (const { instancePath: at, schemaPath: union } of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const isInside = ({ schemaPath, instancePath }: T) =>
      schemaPath.startsWith(`${union}/`) && (instancePath === at || instancePath.startsWith(`${at}/`))
    const inside = kept.filter(isInside)
    const isOther = (error: T) => isOtherTag(error, at) || isOtherType(error, at)
    const branchOf = ({ schemaPath }: T) => schemaPath.slice(union.length + 1).split('/')[0]
    const others = new Set(inside.filter(isOther).map(branchOf))
    const own = inside.filter((error) => !others.has(branchOf(error)))
    if (others.size === 0) continue
    kept = [...kept.filter((error) => !isInside(error)), ...(own.length > 0 ? own : together(inside.filter(isOther)))]
  }
  return kept
}

const isOtherType = ({ keyword, instancePath }: Complaint, at: string) => keyword === 'type' && instancePath === at

function isOtherTag({ keyword, instancePath, params }: Complaint, at: string): boolean {
  if (keyword === 'required') return instancePath === at && params['missingProperty'] === 'type'
  return keyword === 'enum' && instancePath === `${at}/type`
}

function together<T extends Complaint>(others: readonly T[]): T[] {
  const [first] = others
  if (first === undefined || others.length === 1) return [...others]
  const allowedValues = others.flatMap(({ params }) => (params['allowedValues'] as unknown[] | undefined) ?? [])
  if (first.keyword !== 'type') return [{ ...first, params: { ...first.params, allowedValues } }]
  const types = others.map(({ params, parentSchema }) => typeName(params['type'], parentSchema))
  const type = [types.slice(0, -1).join(', '), ...types.slice(-1)].filter((part) => part !== '').join(' or ')
  return [{ ...first, params: { ...first.params, type }, parentSchema: {} }]
}
