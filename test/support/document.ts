import { Ajv2020 } from 'ajv/dist/2020.js'
import type { App } from '../../src/parts.ts'

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> }
type Document = { paths: Record<string, Record<string, Operation>> }

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** Checks replies against the published document: returns what is wrong with one, or undefined. */
export function replyChecker(
  app: App,
): (method: string, path: string, status: number, body: unknown) => string | undefined {
  const document = (app as unknown as { swagger: () => Document }).swagger()
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'document')
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    fixed: template.split('/').filter((part) => !part.startsWith('{')).length,
  }))
  templates.sort((a, b) => b.fixed - a.fixed)

  return (method, path, status, body) => {
    const pathname = path.split('?')[0] ?? ''
    const template = templates.find(({ pattern }) => pattern.test(pathname))?.template
    const operation = template && document.paths[template]?.[method.toLowerCase()]
    if (!template || !operation || method === 'HEAD') return undefined
    const answered = operation.responses[String(status)] ? String(status) : 'default'
    const response = operation.responses[answered]
    if (!response) return `${method} ${template} answers ${status}, which the document does not mention`
    if (answered === 'default' && status < 500)
      return `${method} ${template} answers ${status}, which the document does not mention`
    if (!response.content?.['application/json']) return undefined
    const pointer = [
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      answered,
      'content',
      'application/json',
      'schema',
    ]
    const validate = ajv.compile({
      $ref: `document#/${pointer.map((part) => encodeURIComponent(escapePointer(part))).join('/')}`,
    })
    if (validate(body)) return undefined
    return `${method} ${template} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`
  }
}
