/**
 * A function of named schemas that calls `create` once for each set of names. So the services of a process share what is
 * compiled, because tests start many. Schemas with the same name are the same: they are constants of schemas/, which
 * Fastify copies for each service. The other settings are those of the first call.
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
