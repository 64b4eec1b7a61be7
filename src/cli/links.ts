import type { Static } from '@sinclair/typebox'
import {
  type Link,
  LinkChange,
  type LinkCreated,
  type LinkDetails,
  LinkQuery,
  type LinkUpdated,
  NewLink,
} from '../../schemas/links.ts'
import type { Query } from './api.ts'
import { apiOptions } from './api-options.ts'
import { type Command, type Option, UsageError } from './command.ts'
import {
  countLine,
  fieldOptions,
  furtherFields,
  limitOption,
  readFurther,
  readId,
  readLimit,
  readOptions,
} from './fields.ts'
import { fieldTable, warningLines } from './screen.ts'

const FILTERS = ['q', 'short', 'domain', 'campaign', 'channel', 'status', 'broken', 'externalid', 'order', 'direction']
const SETTABLE = [
  ...['custom', 'domain', 'metatitle', 'description', 'type', 'status', 'redirectstatus', 'password'],
  ...['start', 'expiry', 'expirationredirect', 'clicklimit', 'campaign', 'channel', 'externalid'],
]
const CREATED = ['url', ...SETTABLE, 'reuse']
const CHANGED = ['url', ...SETTABLE, 'keepalias']

const idOption: Record<string, Option> = {
  id: { value: 'id', about: 'Id of the link, or ext_ and its external id.', required: true },
}

export const linkCommands: Command[] = [
  {
    name: 'link list',
    options: { ...fieldOptions(LinkQuery, FILTERS), ...limitOption, ...apiOptions },
    operand: 'q',
    async call({ connect }, values) {
      const limit = readLimit(values)
      const query = readOptions(LinkQuery, FILTERS, values) as Query
      const listed = await (await connect()).list<Link>('/api/urls', 'urls', limit, query)
      return {
        data: { result: listed.total, urls: listed.rows },
        table: {
          columns: [
            { title: 'id', isNumber: true },
            { title: 'short URL', isWhole: true },
            { title: 'clicks', isNumber: true },
            { title: 'created', isWhole: true },
            { title: 'title' },
            { title: 'destination' },
          ],
          rows: listed.rows.map(({ id, shorturl, clicks, date, title, longurl }) => [
            ...[id, shorturl, clicks, date, title ?? '', longurl],
          ]),
        },
        lines: countLine(listed, 'links'),
      }
    },
  },
  {
    name: 'link show',
    options: { ...idOption, ...apiOptions },
    operand: 'id',
    async call({ connect }, values) {
      const id = readId(values)
      const { record, reply } = await (await connect()).record<LinkDetails>(`/api/url/${id}`, 'details')
      return {
        data: reply,
        table: fieldTable(record),
        lines: [],
      }
    },
  },
  {
    name: 'link add',
    options: { ...fieldOptions(NewLink, CREATED), ...furtherFields, ...apiOptions },
    operand: 'url',
    async call({ connect }, values) {
      const body = { ...readFurther(values), ...readOptions(NewLink, CREATED, values) }
      const made = await (await connect()).ask<Static<typeof LinkCreated>>('POST', '/api/url/add', { body })
      return { data: made, lines: [made.shorturl, ...warningLines(made.warnings)] }
    },
  },
  {
    name: 'link update',
    options: { ...idOption, ...fieldOptions(LinkChange, CHANGED), ...furtherFields, ...apiOptions },
    operand: 'id',
    async call({ connect }, values) {
      const id = readId(values)
      const body = { ...readFurther(values), ...readOptions(LinkChange, CHANGED, values) }
      if (Object.keys(body).length === 0) throw new UsageError('Name at least one field to change')
      const path = `/api/url/${id}/update`
      const changed = await (await connect()).ask<Static<typeof LinkUpdated>>('PUT', path, { body })
      return { data: changed, lines: [changed.shorturl, ...warningLines(changed.warnings)] }
    },
  },
  {
    name: 'link delete',
    options: { ...idOption, ...apiOptions },
    operand: 'id',
    async call({ connect }, values) {
      const id = readId(values)
      const { message } = await (await connect()).ask<{ message: string }>('DELETE', `/api/url/${id}/delete`)
      return { data: { message }, lines: [message] }
    },
  },
]
