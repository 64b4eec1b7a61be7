import { NO_PASSWORD } from './sources/waymark.ts'

/** What columns say about who may open a link. */
interface Cells {
  password: string
  banned: string
  status: string
}

// As databases and people write that something is not so.
const NOT = /^(?:|0|f|false|n|no|off|null|\\n|none|never|n\/a|-)$/i

const OPEN = /^(?:|1|t|true|y|yes|on|ok|public|active|activated|enabled|live|online|open|published|null|\\n|n\/a|-)$/i

const CLOSED =
  /^(?:0|f|false|n|no|off|private|inactive|deactivated|disabled|archived|deleted|removed|trash(?:ed)?|banned|blocked|suspended|paused|stopped|closed|expired|hidden|locked|(?:password[ -]?)?protected|draft|unpublished|offline|pending|scheduled)$/i

/** The status of a link whose source has a password, a ban or a status of its own; undefined if it says nothing. */
export function readVisibility({ password, banned, status }: Cells): {
  status: 'public' | 'private' | undefined
  notes: string[]
} {
  const isLocked = !NOT.test(password)
  const isBanned = !NOT.test(banned)
  const isClosed = CLOSED.test(status)
  const shown = status.slice(0, 60)
  const notes = [
    ...(isLocked ? [NO_PASSWORD] : []),
    ...(isBanned ? ['It was banned in the source: here it is private.'] : []),
    ...(isClosed && !/^private$/i.test(status) ? [`Its status in the source was “${shown}”: here it is private.`] : []),
    ...(isClosed || OPEN.test(status) ? [] : [`The status “${shown}” was not understood.`]),
  ]
  if (isLocked || isBanned || isClosed) return { status: 'private', notes }
  return { status: /^public$/i.test(status) ? 'public' : undefined, notes }
}
