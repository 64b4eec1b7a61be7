import { NO_PASSWORD } from './sources/waymark.ts'

// Columns in which anything but no means that the link did not work.
const closing = {
  banned: ['Banned', 'Is banned', 'Blocked', 'Is blocked'],
  disabled: ['Disabled', 'Is disabled', 'Disabled at', 'Deactivated', 'Inactive', 'Paused'],
  archived: ['Archived', 'Is archived', 'Archived at'],
  deleted: ['Deleted', 'Is deleted', 'Deleted at', 'Trashed'],
  private: ['Private', 'Is private'],
} as const

// Columns in which no means that it did not.
const opening = {
  active: ['Active', 'Is active'],
  enabled: ['Enabled', 'Is enabled'],
  published: ['Published', 'Is published'],
  public: ['Public', 'Is public'],
} as const

/** The columns that say who may open a link, with their usual names. */
export const visibilityColumns = {
  password: ['Password', 'Has password', 'Password protected', 'Protected'],
  status: ['Status', 'State', 'Link status'],
  ...closing,
  ...opening,
} as const

type Column = keyof typeof visibilityColumns
const closingNames = Object.keys(closing) as (keyof typeof closing)[]
const openingNames = Object.keys(opening) as (keyof typeof opening)[]

// As databases and people write that something is not so. MySQL has a date of zeros for a time that is not set.
const NOT = /^(?:|0(?:\.0+)?|f|false|n|no|off|null|\\n|none|never|n\/a|-|0000-00-00(?:[ T]00:00:00)?)$/i

const OPEN =
  /^(?:|1(?:\.0+)?|t|true|y|yes|on|ok|public|active|activated|enabled|live|online|open|published|null|\\n|n\/a|-)$/i

const CLOSED =
  /^(?:0(?:\.0+)?|f|false|n|no|off|private|inactive|deactivated|disabled|archived|deleted|removed|trash(?:ed)?|banned|blocked|suspended|paused|stopped|closed|expired|hidden|locked|(?:password[ -]?)?protected|draft|unpublished|offline|pending|scheduled)$/i

/** The status of a link whose source says who may open it; undefined if it says nothing. */
export function readVisibility(cells: Record<Column, string>): {
  status: 'public' | 'private' | undefined
  notes: string[]
} {
  const { password, status } = cells
  const isLocked = !NOT.test(password)
  const isClosed = CLOSED.test(status)
  const faults = [
    ...closingNames.filter((name) => !NOT.test(cells[name])),
    ...openingNames.filter((name) => CLOSED.test(cells[name])).map((name) => `not ${name}`),
  ]
  const unclear = openingNames.filter((name) => !CLOSED.test(cells[name]) && !OPEN.test(cells[name]))
  const shown = (cell: string) => `“${cell.slice(0, 60)}”`
  const notes = [
    ...(isLocked ? [NO_PASSWORD] : []),
    ...faults.map((fault) => `It was ${fault} in the source: here it is private.`),
    ...(isClosed && !/^private$/i.test(status)
      ? [`Its status in the source was ${shown(status)}: here it is private.`]
      : []),
    ...(isClosed || OPEN.test(status) ? [] : [`The status ${shown(status)} was not understood.`]),
    ...unclear.map((name) => `Whether it was ${name} was not understood: ${shown(cells[name])}.`),
  ]
  if (isLocked || isClosed || faults.length > 0) return { status: 'private', notes }
  return { status: /^public$/i.test(status) ? 'public' : undefined, notes }
}
