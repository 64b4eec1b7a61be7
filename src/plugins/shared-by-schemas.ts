/**
 * Wraps `create`, whose first argument maps names to schemas, so that it is called once for each set of names. Tests
 * start many services in one process, which so share compiled schemas; equal names mean equal schemas.
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
