/**
 * A function of named schemas that calls `create` once for each set of names: the services of a process share what is
 * compiled. test/openapi.test.ts asserts that schemas with the same name are the same, whatever the settings.
 */
export function sharedBySchemas<Settings extends readonly unknown[], T>(
  create: (...settings: Settings) => T,
): (...settings: Settings) => T {
  const created = new Map<string, T>()
  return (...settings) => {
    const names = Object.keys(settings[0] ?? {}).join()
    const known = created.get(names) ?? create(...settings)
    created.set(names, known)
    return known
  }
}
