import { STATUS_CODES } from 'node:http'
import { type Entry, entriesOf, firstExample, type OpenApi, resolveResponse } from './model.ts'
import { bodyOf, fileBodyOf } from './postman-bodies.ts'
import { AFTER_SCRIPT, BEFORE_SCRIPT, testScript } from './postman-scripts.ts'

/** A Postman collection v2.1.0, which newman and most API clients can read. */
export interface Collection {
  info: { name: string; description: string; schema: string }
  variable: { key: string; value: string; description?: string }[]
  auth: object
  event: Script[]
  item: Folder[]
}

interface Script {
  listen: 'prerequest' | 'test'
  script: { type: 'text/javascript'; exec: string[] }
}

interface Folder {
  name: string
  description: string
  item: Item[]
}

interface Item {
  name: string
  event: Script[]
  request: Record<string, unknown>
  response: SavedResponse[]
}

/** An example response that is stored with a request. */
interface SavedResponse {
  name: string
  originalRequest: Record<string, unknown>
  status: string
  code: number
  _postman_previewlanguage: 'json'
  header: { key: string; value: string }[]
  body: string
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** The resource whose id a path parameter takes, if that is not the resource of the path. */
// Visitors create answers: their requests are skipped until the variable is set.
const nouns: Record<string, string> = {
  campaignid: 'campaign',
  linkid: 'url',
  channelid: 'channel',
  itemid: 'url',
  answer: 'answer',
}
const fixed: Record<string, string> = { type: 'links', provider: 'stripe', format: 'svg' }

/** Query parameters that an operation needs, and the resource whose id each takes. */
const queries: Record<string, Record<string, string>> = { listVisits: { link: 'url' } }

const nounOf = (path: string) => /^\/api\/([a-z]+)/.exec(path)?.[1] ?? ''

const variableOf = (path: string, parameter: string) => `${nouns[parameter] ?? nounOf(path)}_id`

const parametersOf = (path: string) => [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => name)

const isCreate = ({ method, path }: Entry) => method === 'POST' && path.endsWith('/add')
const isDelete = ({ method, path }: Entry) => method === 'DELETE' && path.endsWith('/delete')
const isLast = ({ operation }: Entry) => operation.operationId === 'deleteAccount'

/** Creates come first and deletes last, so that the other requests find records. */
const order = (entry: Entry) => (isCreate(entry) ? 0 : isDelete(entry) ? 2 : isLast(entry) ? 3 : 1)

const script = (listen: Script['listen'], lines: string[]): Script => ({
  listen,
  script: { type: 'text/javascript', exec: lines },
})

/** Whether a successful response is never JSON. */
function isFile(document: OpenApi, { operation }: Entry): boolean {
  const { content } = resolveResponse(document, operation.responses['200'] ?? { description: '' })
  return content !== undefined && !('application/json' in content)
}

function itemOf(document: OpenApi, entry: Entry, name = entry.operation.summary): Item {
  const { method, path, operation } = entry
  const body = bodyOf(document, entry)
  const file = fileBodyOf(entry)
  const segments = path.split('/').slice(1)
  const variables = parametersOf(path)
    .filter((key) => segments.includes(`{${key}}`))
    .map((key) => ({ key, value: fixed[key] ?? `{{${variableOf(path, key)}}}` }))
  const taken = queries[operation.operationId] ?? {}
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name: key, description, schema }) => ({
      key,
      value: key in taken ? `{{${taken[key]}_id}}` : String(schema.examples?.[0] ?? ''),
      description: description ?? '',
      disabled: !(key in taken),
    }))
  const headers = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'header')
    .map(({ name: key, description }) => ({ key, value: '{{$guid}}', description: description ?? '', disabled: true }))
  // Postman has variables for whole segments only; a part of one has its fixed value.
  const path_ = segments.map((segment) =>
    segment.replace(/^\{(.+)\}$/, ':$1').replace(/\{([A-Za-z]+)\}/, (_part, key: string) => fixed[key] ?? ''),
  )
  const needs = parametersOf(path)
    .filter((key) => !(key in fixed))
    .map((key) => variableOf(path, key))
    .concat(Object.values(taken).map((noun) => `${noun}_id`))
  const request = {
    method,
    description: operation.description ?? '',
    ...(operation.security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
    header: [{ key: 'Content-Type', value: file?.type ?? 'application/json' }, ...headers],
    ...(file ? { body: { mode: 'raw', raw: file.raw, options: { raw: { language: 'text' } } } } : {}),
    ...(body === undefined
      ? {}
      : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
    url: {
      raw: `{{base_url}}/${path_.join('/')}`,
      host: ['{{base_url}}'],
      path: path_,
      ...(query.length > 0 ? { query } : {}),
      ...(variables.length > 0 ? { variable: variables } : {}),
    },
  }
  return {
    name,
    event: [
      ...(needs.length > 0 || operation.security?.length === 0 || isLast(entry)
        ? [script('prerequest', skipScript(operation.operationId, needs))]
        : []),
      script('test', testScript(operation.operationId, storedAs(entry), isDelete(entry), isFile(document, entry))),
    ],
    request,
    response: savedResponses(document, entry, request),
  }
}

/** The examples of all responses of an operation. */
function savedResponses(document: OpenApi, { operation }: Entry, request: Record<string, unknown>): SavedResponse[] {
  return Object.entries(operation.responses).flatMap(([status, given]) => {
    const { description, content } = resolveResponse(document, given)
    const media = content?.['application/json']
    const code = Number(status)
    if (!media || !Number.isInteger(code)) return []
    const example = firstExample(media)
    return [
      {
        name: `${code} ${description.split('. ', 1)[0]?.replace(/\.$/, '') ?? ''}`,
        originalRequest: request,
        status: STATUS_CODES[code] ?? '',
        code,
        _postman_previewlanguage: 'json' as const,
        header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
        body: JSON.stringify(example, null, 2),
      },
    ]
  })
}

/** Skips a request if a record that it needs was not created, and register and login if there is a key already. */
const skipScript = (operationId: string, needs: string[]) => [
  ...(operationId === 'register' ? ["if (pm.variables.get('api_key')) pm.execution.skipRequest()"] : []),
  // Who runs the collection keeps the account, unless this variable is set.
  ...(operationId === 'deleteAccount' ? ["if (!pm.variables.get('account_password')) pm.execution.skipRequest()"] : []),
  ...(operationId === 'login' ? ["if (!pm.collectionVariables.get('registered')) pm.execution.skipRequest()"] : []),
  ...needs.map((name) => `if (!pm.collectionVariables.get('${name}')) pm.execution.skipRequest()`),
]

/** The variable for the id of the record that an operation creates or deletes; '' for other operations. */
function storedAs(entry: Entry): string {
  return isDelete(entry) || (entry.method === 'POST' && /\/(add|rotate)$/.test(entry.path))
    ? `${nounOf(entry.path)}_id`
    : ''
}

/**
 * The folder of a tag. It can run by itself: it first creates the records of other tags that it needs, and deletes them
 * at the end.
 */
function folderOf(document: OpenApi, name: string, description: string, all: Entry[]): Folder {
  const own = all
    .filter(({ operation }) => operation.tags[0] === name)
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => order(a.entry) - order(b.entry) || a.place - b.place)
    .map(({ entry }) => entry)
  const made = new Set(own.filter(isCreate).map(storedAs))
  const foreign = new Set(
    own
      .flatMap(({ path }) =>
        parametersOf(path)
          .filter((key) => !(key in fixed))
          .map((key) => variableOf(path, key)),
      )
      .filter((variable) => !made.has(variable)),
  )
  const helpers = (isWanted: (entry: Entry) => boolean, label: string) =>
    [...foreign].flatMap((variable) =>
      all
        .filter((entry) => isWanted(entry) && `${nounOf(entry.path)}_id` === variable)
        .map((entry) => itemOf(document, entry, `${label}: ${entry.operation.summary.toLowerCase()}`)),
    )
  return {
    name,
    description,
    item: [...helpers(isCreate, 'First'), ...own.map((entry) => itemOf(document, entry)), ...helpers(isDelete, 'Last')],
  }
}

/** The collection of a document: one folder per tag. It can run from top to bottom, repeatedly, on the same service. */
export function createCollection(document: OpenApi, baseUrl: string): Collection {
  const all = entriesOf(document)
  return {
    info: { name: document.info.title, description: document.info.description ?? '', schema: SCHEMA },
    variable: [
      { key: 'base_url', value: baseUrl, description: 'URL of the service, without a trailing slash.' },
      {
        key: 'api_key',
        value: '',
        description: 'Your API key. If it is empty, the first request registers an account and its key is used.',
      },
    ],
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    event: [script('prerequest', BEFORE_SCRIPT), script('test', AFTER_SCRIPT)],
    item: document.tags
      .map(({ name, description = '' }) => folderOf(document, name, description, all))
      .filter(({ item }) => item.length > 0),
  }
}
