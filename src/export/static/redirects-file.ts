import { aliasPath } from '../../links/aliases.ts'
import type { Entry } from './entries.ts'

/**
 * Lines of a `_redirects` file. In a destination a colon before a letter would be a placeholder, and `*` the rest of a path
 * for some hosts.
 */
export function redirectLines(entries: readonly Entry[]): string {
  return entries
    .map(({ path, target, status }) => `/${aliasPath(path.slice(1))} ${destination(target)} ${status}\n`)
    .join('')
}

function destination(target: string): string {
  const scheme = target.indexOf(':') + 1
  const rest = target
    .slice(scheme)
    .replaceAll(/:(?=[A-Za-z_])/g, '%3A')
    .replaceAll('*', '%2A')
  return target.slice(0, scheme) + rest
}
