/** A complaint of the validator. */
interface Complaint {
  instancePath: string
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
}

/**
 * Of a union of objects told apart by their `type` the validator complains once for every branch. Keeps what the branch of
 * the value's own `type` has to say; where there is no such branch, one complaint about the `type`.
 */
export function ofNamedBranch<T extends Complaint>(errors: readonly T[]): T[] {
  let kept = [...errors]
  for (const { instancePath: at, schemaPath: union } of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const isInside = ({ schemaPath, instancePath }: T) =>
      schemaPath.startsWith(`${union}/`) && (instancePath === at || instancePath.startsWith(`${at}/`))
    const branchOf = ({ schemaPath }: T) => schemaPath.slice(union.length + 1).split('/')[0]
    const inside = kept.filter(isInside)
    const tags = inside.filter((error) => isOtherTag(error, at))
    if (tags.length === 0) continue
    const others = new Set(tags.map(branchOf))
    const own = inside.filter((error) => !others.has(branchOf(error)))
    kept = [...kept.filter((error) => !isInside(error)), ...(own.length > 0 ? own : together(tags))]
  }
  return kept
}

function isOtherTag({ keyword, instancePath, params }: Complaint, at: string): boolean {
  if (keyword === 'required') return instancePath === at && params['missingProperty'] === 'type'
  return keyword === 'enum' && instancePath === `${at}/type`
}

function together<T extends Complaint>(tags: readonly T[]): T[] {
  const allowedValues = tags.flatMap(({ params }) => (params['allowedValues'] as unknown[] | undefined) ?? [])
  return tags.slice(0, 1).map((tag) => ({ ...tag, params: { ...tag.params, allowedValues } }))
}
