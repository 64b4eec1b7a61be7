import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Entry, entriesOf, type OpenApi, resolveResponse } from '../../src/openapi/model.ts'
import type { App } from '../../src/services.ts'

/** The parts of a reply that the document describes. */
interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: unknown
}

/** The document of a running service. */
export const documentOf = (app: App): OpenApi => (app as unknown as { swagger: () => OpenApi }).swagger()

const escapePointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Finds the operation of a request. Fixed path segments take precedence over parameters, as in the router. */
export function operationFinder(document: OpenApi): (method: string, path: string) => Entry | undefined {
  const entries = entriesOf(document).map((entry) => ({
    entry,
    pattern: new RegExp(`^${entry.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    fixed: entry.path.split('/').filter((part) => !part.startsWith('{')).length,
  }))
  entries.sort((a, b) => b.fixed - a.fixed)
  return (method, path) => {
    const pathname = path.split('?')[0] ?? ''
    return entries.find(({ entry, pattern }) => entry.method === method && pattern.test(pathname))?.entry
  }
}

/** Checks replies against the published document; returns the fault of a reply, or undefined. */
export function replyChecker(document: OpenApi): (method: string, path: string, answer: Answer) => string | undefined {
  // Optimizing the code takes longer than the checks that it would speed up.
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
  ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/i)
  ajv.addFormat('date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/)
  ajv.addSchema(document, 'document')
  const operationAt = operationFinder(document)
  const validators = new Map<string, ReturnType<typeof ajv.compile>>()

  return (method, path, { status, headers, body }) => {
    const entry = operationAt(method, path)
    if (!entry) return undefined
    const { responses, operationId } = entry.operation
    const answered = responses[String(status)] ? String(status) : 'default'
    const documented = responses[answered]
    if (!documented || (answered === 'default' && status < 500))
      return `${operationId} has the undocumented status ${status}`
    const response = resolveResponse(document, documented)
    for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
      const header = document.components.headers[$ref.split('/').at(-1) ?? '']
      const value = headers[name.toLowerCase()]
      if (header?.required && value === undefined) return `${operationId} ${status} comes without ${name}`
      if (header?.schema.type === 'integer' && value !== undefined && !/^\d+$/.test(String(value)))
        return `${operationId} ${status} has ${name}: ${value}`
    }
    for (const [name, { required }] of Object.entries(document.components.headers))
      if (!required && answered !== 'default' && headers[name.toLowerCase()] !== undefined && !response.headers?.[name])
        return `${operationId} ${status} has ${name}, which is not documented`
    // Another documented media type, such as CSV.
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    if (type !== 'application/json' && response.content && Object.hasOwn(response.content, type)) return undefined
    if (!response.content?.['application/json']) return undefined
    const place = documented.$ref
      ? documented.$ref.replace(/^#\//, '').split('/')
      : ['paths', entry.path, method.toLowerCase(), 'responses', answered]
    const pointer = [...place, 'content', 'application/json', 'schema'].map(escapePointer).join('/')
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` })
    validators.set(pointer, validate)
    if (validate(body)) return undefined
    return `${operationId} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)?.slice(0, 500)}`
  }
}
