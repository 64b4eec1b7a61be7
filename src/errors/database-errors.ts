const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

// Errors with `statusCode` are Fastify's, of a client's connection that was lost while its request was read.
function sqlStateOf(error: unknown): string {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  return typeof code === 'string' && statusCode === undefined ? code : ''
}

// The socket of a stopped server does not exist, or this process may not open it.
function isConnectFailure(error: unknown): boolean {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  return syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES')
}

/** Whether the database is temporarily unavailable, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlStateOf(error)
  // 08: connection exceptions; 57P: the server is starting or stopping; 57014: the query took too long; 53300: too many
  // connections; CONNECT…: postgres.js and db/connection.ts.
  return networkErrors.has(state) || isConnectFailure(error) || /^(08|57P|57014$|53300$|CONNECT)/.test(state)
}

/** Whether the disk of the database is full (53100): reading still works. */
export const isDatabaseFull = (error: unknown): boolean => sqlStateOf(error) === '53100'

/** Whether the database rejects changes because it is read-only (25006), such as a replica. */
export const isDatabaseReadOnly = (error: unknown): boolean => sqlStateOf(error) === '25006'

/**
 * Whether the database lacks memory (53200), is at a configured limit (53400), or did not get a lock in time (55P03).
 */
export const isDatabaseOverloaded = (error: unknown): boolean => /^(53200|53400|55P03)$/.test(sqlStateOf(error))

/** Whether another row of the account has the external id (23505 of an index of migration 0028). */
export const isExternalIdTaken = (error: unknown): boolean => {
  const { constraint, constraint_name: name } = (error ?? {}) as { constraint?: string; constraint_name?: string }
  return sqlStateOf(error) === '23505' && String(constraint ?? name).endsWith('_externalid')
}

/** Whether a referenced row does not exist any more (23503, foreign key). */
export const isReferenceGone = (error: unknown): boolean => sqlStateOf(error) === '23503'

/**
 * Whether the database rejected a value that the schemas allow: a check failed (23514), or it does not fit its type
 * (22…).
 */
export const isValueRefused = (error: unknown): boolean => /^(23514|22[0-9A-Z]{3})$/.test(sqlStateOf(error))

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_REFUSED',
])

/** Whether the connection was lost when a statement may have been sent already: it may have been committed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isDatabaseUnavailable(error) &&
  !neverSent.has(sqlStateOf(error)) &&
  !isConnectFailure(error) &&
  !/^(57P03|53300)$/.test(sqlStateOf(error))
