import type { Entry } from '../openapi/model.ts'
import type { ToolDefinition } from './tools.ts'

/** A request to the API. */
export interface ApiRequest {
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body?: string
}

export type Arguments = Record<string, unknown>

// A lone surrogate cannot be encoded.
const encode = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed())

/** A segment of a path. Segments that a URL has a meaning for would be another path. */
const encodeSegment = (value: unknown): string => {
  const segment = encode(value ?? '')
  return /^\.{0,2}$/.test(segment) ? '-' : segment
}

/** The request of the operation of a tool. Arguments are not validated: the API does that. */
export function requestOf({ method, path, operation }: Entry, tool: ToolDefinition, given: Arguments): ApiRequest {
  const values = { ...given, ...tool.fixed }
  const parameters = operation.parameters ?? []
  const namesIn = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
  const own = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  const target = path.replace(/\{(\w+)\}/g, (_match, name) => encodeSegment(own(name)))
  const query = namesIn('query').flatMap((name) => {
    const value = own(name)
    return value === undefined || value === null ? [] : [`${encode(name)}=${encode(value)}`]
  })
  const request = { method, url: query.length > 0 ? `${target}?${query.join('&')}` : target }
  if (!operation.requestBody) return { ...request, headers: {} }
  if (tool.file) {
    const file = own(tool.file.argument)
    return { ...request, headers: { 'content-type': tool.file.type }, body: typeof file === 'string' ? file : '' }
  }
  const others = new Set([...namesIn('path'), ...namesIn('query')])
  const fields = Object.entries(values).filter(([name]) => !others.has(name))
  return {
    ...request,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(fields)),
  }
}
