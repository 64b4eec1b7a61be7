/** Of these fields of a body, those that were sent. */
export function definedFields<T extends object, K extends keyof T>(body: T, names: readonly K[]): Partial<Pick<T, K>> {
  const fields: Partial<Pick<T, K>> = {}
  for (const name of names) if (body[name] !== undefined) fields[name] = body[name]
  return fields
}
