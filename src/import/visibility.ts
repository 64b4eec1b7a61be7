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

const names = {
  password: ['Password', 'Has password', 'Password protected', 'Protected'],
  status: ['Status', 'State', 'Link status'],
  ...closing,
  ...opening,
} as const

type Column = keyof typeof names
type Place = `${Column} ${number}`
const closingNames = Object.keys(closing) as (keyof typeof closing)[]
const openingNames = Object.keys(opening) as (keyof typeof opening)[]

/**
 * The columns that say whether a link is public. A file may have several columns with one meaning, such as `Disabled`
 * and `Paused`, so each is a separate field.
 */
export const visibilityColumns = Object.fromEntries(
  Object.entries(names).flatMap(([column, all]) => all.map((name, place) => [`${column} ${place}`, [name]])),
) as Record<Place, readonly string[]>

// As databases and people write that something is not so. MySQL has a date of zeros for a time that is not set.
const NOT = /^(?:|0(?:\.0+)?|f|false|n|no|off|null|\\n|none|never|n\/a|-|0000-00-00(?:[ T]00:00:00)?)$/i

const OPEN =
  /^(?:|1(?:\.0+)?|t|true|y|yes|on|ok|public|active|activated|enabled|live|online|open|published|null|\\n|n\/a|-)$/i

const CLOSED =
  /^(?:0(?:\.0+)?|f|false|n|no|off|private|inactive|deactivated|disabled|archived|deleted|removed|trash(?:ed)?|banned|blocked|suspended|paused|stopped|closed|expired|hidden|locked|(?:password[ -]?)?protected|draft|unpublished|offline|pending|scheduled)$/i

/** The status of a link whose source says who may open it; undefined if it says nothing. */
export function readVisibility(cells: Record<Place, string>): {
  status: 'public' | 'private' | undefined
  notes: string[]
} {
  const cellsOf = (column: Column) => names[column].map((_, place) => cells[`${column} ${place}`] ?? '')
  const has = (column: Column, isMeant: (cell: string) => boolean) => cellsOf(column).some(isMeant)
  const isSaid = (cell: string) => !NOT.test(cell)
  const isUnclear = (cell: string) => !CLOSED.test(cell) && !OPEN.test(cell)
  const isLocked = has('password', isSaid)
  const closed = cellsOf('status').find((cell) => CLOSED.test(cell))
  const faults = [
    ...closingNames.filter((name) => has(name, isSaid)),
    ...openingNames.filter((name) => has(name, (cell) => CLOSED.test(cell))).map((name) => `not ${name}`),
  ]
  const shown = (cell: string) => `“${cell.slice(0, 60)}”`
  const notes = [
    ...(isLocked ? [NO_PASSWORD] : []),
    ...faults.map((fault) => `It was ${fault} in the source: here it is private.`),
    ...(closed !== undefined && !/^private$/i.test(closed)
      ? [`Its status in the source was ${shown(closed)}: here it is private.`]
      : []),
    ...cellsOf('status')
      .filter(isUnclear)
      .map((cell) => `The status ${shown(cell)} was not understood.`),
    ...openingNames.flatMap((name) =>
      cellsOf(name)
        .filter(isUnclear)
        .map((cell) => `Whether it was ${name} was not understood: ${shown(cell)}.`),
    ),
  ]
  if (isLocked || closed !== undefined || faults.length > 0) return { status: 'private', notes }
  return { status: has('status', (cell) => /^public$/i.test(cell)) ? 'public' : undefined, notes }
}
