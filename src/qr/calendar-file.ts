import { createHash } from 'node:crypto'
import { DAY_MS, readTimestamp } from '../time/timestamps.ts'
import { fromZone } from '../time/zones.ts'
import type { CalendarEvent } from './content.ts'

const MAX_LINE_BYTES = 75

/** An event as iCalendar (RFC 5545). The same event always gives the same text. */
export function calendarFile(event: CalendarEvent): string {
  const { title, start, end, timezone = 'UTC', location, description, url } = event
  const isDay = start.length === 10
  const moment = (text: string) => utc(fromZone(readTimestamp(text), timezone))
  // The end of whole days is exclusive in iCalendar.
  const times = isDay
    ? [`DTSTART;VALUE=DATE:${date(readTimestamp(start))}`, `DTEND;VALUE=DATE:${date(nextDay(end ?? start))}`]
    : [`DTSTART:${moment(start)}`, ...(end === undefined ? [] : [`DTEND:${moment(end)}`])]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Waymark//EN',
    'BEGIN:VEVENT',
    `UID:${createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 16)}`,
    `DTSTAMP:${moment(start)}`,
    ...times,
    `SUMMARY:${escapeText(title)}`,
    ...(location === undefined ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const date = (moment: Date) => moment.toISOString().slice(0, 10).replaceAll('-', '')
const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const nextDay = (text: string) => new Date(readTimestamp(text).getTime() + DAY_MS)
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

// Lines have at most 75 bytes; further ones begin with a space.
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
