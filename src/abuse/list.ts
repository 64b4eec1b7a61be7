import { isIP } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createKeySet, type KeySet } from './key-set.ts'
import { hostKey, keyOfEntry } from './url-keys.ts'

/** A list of hosts and URLs that no link may lead to. */
export interface List {
  blocked: KeySet
  /** Hosts that are not blocked by any list, nor are those below them. */
  allowed: ReadonlySet<string>
  /** Lines that are no entries. */
  unread: number
}

const MAX_LINE = 10_000
const BYTES_PER_LINE = 16
const MAX_ALLOWED = 100_000
/** The maximum number of entries of a list, which take 64 MiB of memory. */
export const MAX_ENTRIES = 4_000_000

// `127.0.0.1 host host`, as in a hosts file, `||host^` and `@@||host^`, as in filter lists, and the URLs of a CSV file.
function entriesOf(line: string): { allowed?: string; blocked?: string[] } {
  const text = line.replace(/(?:^|\s)#.*$/, '').trim()
  if (text === '' || text.startsWith('!')) return {}
  if (text.startsWith('@@')) return { allowed: text.slice(2).replace(/^\|\||\^$/g, '') }
  if (text.startsWith('"')) return { blocked: [/"(https?:\/\/[^"\s]+)"/i.exec(text)?.[1] ?? ''] }
  const [first = '', ...rest] = text.split(/\s+/)
  if (rest.length > 0) return { blocked: isIP(first) > 0 ? rest : [''] }
  return { blocked: [first.replace(/^\|\||\^$/g, '')] }
}

/**
 * Reads a list of about so many bytes from pieces of its file; between them others get their turn. Throws a RangeError
 * if it has too many entries.
 */
export async function readList(pieces: AsyncIterable<Uint8Array>, bytes: number): Promise<List> {
  const blocked = createKeySet(Math.min(bytes / BYTES_PER_LINE, MAX_ENTRIES))
  const allowed = new Set<string>()
  let unread = 0
  const read = (line: string) => {
    const entries = line.length > MAX_LINE ? { blocked: [''] } : entriesOf(line)
    const exception = entries.allowed === undefined ? undefined : hostKey(entries.allowed)
    if (exception === null || (exception && allowed.size >= MAX_ALLOWED)) unread++
    else if (exception) allowed.add(exception)
    for (const entry of entries.blocked ?? []) {
      const key = entry === '' ? null : keyOfEntry(entry)
      if (key === null) unread++
      else blocked.add(key)
    }
    if (blocked.size > MAX_ENTRIES) throw new RangeError(`has more than ${MAX_ENTRIES} entries`)
  }
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of pieces) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    // A line without end is not kept; what follows is read as another one.
    if (rest.length > MAX_LINE) rest = ''
    for (const line of lines) read(line)
    await nextTurn()
  }
  read(rest)
  return { blocked, allowed, unread }
}
