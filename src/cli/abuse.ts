import { closeReport, listReports } from '../../db/queries/abuse-reports.ts'
import { type BanSubject, ban } from '../../db/queries/bans.ts'
import { describeLists } from '../../db/queries/block-lists.ts'
import { ApiError } from '../errors/api-error.ts'
import { describeBans, describeHeld, liftNamed, type NamedSubject, readBanSubject } from '../links/ban-subject.ts'
import { parseTimestamp } from '../time/timestamps.ts'
import { type Command, type Option, UsageError, type Values } from './command.ts'

const subjects: Record<string, Option> = {
  host: { value: 'host', about: 'A host, and all below it: no link may lead there …' },
  link: { value: 'id|URL|alias', about: '… or a short link, which is quarantined …' },
  account: {
    value: 'e-mail|id|URL',
    about:
      '… or an account, also that of a link, page or code at a URL, which is suspended. One of the three is needed.',
  },
}

const MAX_REASON = 500

function readNamed(values: Values): NamedSubject {
  const given = Object.keys(subjects).filter((name) => values[name] !== undefined)
  if (given.length !== 1) throw new UsageError('Give one of --host, --link and --account')
  return Object.fromEntries(given.map((name) => [name, String(values[name])]))
}

const refused = (option: string, message: string) =>
  new ApiError('invalid_request', `--${option} ${message}.`, { errors: [{ path: `/${option}`, message }] })

function readUntil(text: string): Date {
  const until = parseTimestamp(text)
  if (until && until.getTime() > Date.now()) return until
  throw refused('until', 'must be a time in the future (UTC), such as "2030-01-31 12:00"')
}

function readReason(values: Values): string | null {
  const reason = values['reason'] === undefined ? null : String(values['reason']).trim()
  if (reason !== null && (reason.length > MAX_REASON || /[\p{Cc}]/u.test(reason)))
    throw refused('reason', `must be one line of at most ${MAX_REASON} characters`)
  return reason === '' ? null : reason
}

const limit: Option = { value: 'number', about: 'How many; 100, if not given.' }

function readLimit(values: Values): number {
  const text = String(values['limit'] ?? 100)
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--limit must be a number from 1 to 999999')
  return Number(text)
}

function nameOf(subject: BanSubject | { address: string }): string {
  if ('host' in subject) return `The host ${subject.host}`
  if ('address' in subject) return `The address ${subject.address}`
  return 'link_id' in subject ? `The link ${subject.link_id}` : `The account ${subject.account_id}`
}

export const abuseCommands: Command[] = [
  {
    name: 'abuse ban',
    options: {
      ...subjects,
      reason: { value: 'text', about: 'Why. The owner of a link sees it.' },
      until: { value: 'time', about: 'When it ends (UTC), such as 2030-01-31. Without, when it is lifted.' },
    },
    notes: ['Every server knows it at once. docs/abuse.md says what visitors and owners get.'],
    async run({ store, config }, values) {
      const subject = await readBanSubject(readNamed(values), { db: store.db, config })
      const until = values['until'] === undefined ? null : readUntil(String(values['until']))
      await ban(store.db, subject, { reason: readReason(values), source: 'command', until })
      return { data: { ...subject }, lines: [`${nameOf(subject)} is blocked.`] }
    },
  },
  {
    name: 'abuse lift',
    options: subjects,
    async run({ store, config }, values) {
      const { subject, isLifted } = await liftNamed(readNamed(values), 'command', { db: store.db, config })
      if (!isLifted) throw new ApiError('not_found', `${nameOf(subject)} is not blocked by a command or the API.`)
      return { data: { ...subject }, lines: [`${nameOf(subject)} is no longer blocked.`] }
    },
  },
  {
    name: 'abuse list',
    options: { limit },
    async run({ store, config }, values) {
      const needed = { db: store.db, config }
      const bans = await describeBans(readLimit(values), needed)
      const held = await describeHeld(readLimit(values), needed)
      const shown = bans.map(({ host, link, shorturl, account, email, reason, until, added }) =>
        [
          host !== null ? `host ${host}` : link !== null ? `link ${link} ${shorturl}` : `account ${account} ${email}`,
          `since ${added}`,
          ...(until === null ? [] : [`until ${until}`]),
          ...(reason === null ? [] : [reason]),
        ].join('  '),
      )
      const kept = held.map(({ address, until }) =>
        [`address ${address}`, 'of a deleted account', ...(until === null ? [] : [`until ${until}`])].join('  '),
      )
      return { data: { bans, held }, lines: [...shown, ...kept] }
    },
  },
  {
    name: 'abuse reports',
    options: { limit, all: { about: 'Also those that are closed.' } },
    async run({ store }, values) {
      const reports = await listReports(store.db, { limit: readLimit(values), closed: values['all'] === true })
      return {
        data: { reports },
        lines: reports.flatMap(({ id, kind, url, count, last, quarantined, closed, account, email, details }) => [
          [
            `${id}  ${kind}  ${url}  ${count}×  last ${last}`,
            ...(account === null ? [] : [`account ${account} ${email}`]),
            ...(quarantined ? ['quarantined'] : []),
            ...(closed === null ? [] : [`closed ${closed}`]),
          ].join('  '),
          ...details.map((text) => `    ${text}`),
        ]),
      }
    },
  },
  {
    name: 'abuse close',
    options: { id: { value: 'id', about: 'The id of the report.', required: true } },
    operand: 'id',
    async run({ store }, values) {
      const text = String(values['id'])
      const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0
      if (!(await closeReport(store.db, id))) throw new ApiError('not_found', `There is no open report ${text}.`)
      return { data: { id }, lines: [`Report ${id} is closed.`] }
    },
  },
  {
    name: 'abuse lists',
    options: {},
    async run({ store }) {
      const lists = await describeLists(store.db)
      return {
        data: { lists },
        lines: lists.map(({ url, entries, unread, fetched, fault }) =>
          [
            url,
            `${entries} entries`,
            ...(unread > 0 ? [`${unread} lines that are none`] : []),
            fetched === null ? 'never fetched' : `fetched ${fetched}`,
            ...(fault === null ? [] : [fault]),
          ].join('  '),
        ),
      }
    },
  },
]
