import { aliasPath } from '../../links/aliases.ts'
import { type Entry, TEMPORARY } from './found.ts'

/**
 * The lines of a `_redirects` file. `:name` and `*` are placeholders there, so both are percent-encoded in
 * destinations.
 */
export function redirectLines(entries: readonly Entry[]): string {
  return entries
    .map(({ path, target, status }) => `/${aliasPath(path.slice(1))} ${destination(target)} ${status}\n`)
    .join('')
}

/** The last line, for all paths without one of their own. */
export const lostLine = (target: string): string => `/* ${destination(target)} ${TEMPORARY}\n`

function destination(target: string): string {
  const scheme = target.indexOf(':') + 1
  const rest = target
    .slice(scheme)
    .replaceAll(/:(?=[A-Za-z_])/g, '%3A')
    .replaceAll('*', '%2A')
  return target.slice(0, scheme) + rest
}
