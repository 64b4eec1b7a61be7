/** The named fields of a body, without those that are undefined. */
export function pickDefined<T extends object, K extends keyof T>(body: T, names: readonly K[]): Partial<Pick<T, K>> {
  const fields: Partial<Pick<T, K>> = {}
  for (const name of names) if (body[name] !== undefined) fields[name] = body[name]
  return fields
}
