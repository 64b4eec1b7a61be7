import type { Entry } from './model.ts'

/**
 * For path parameters that are not called `id`: the resources whose id they take, and the values of the other
 * parameters then.
 */
const others: Record<string, [noun: string, rest?: Record<string, string>][]> = {
  campaignid: [['campaign']],
  linkid: [['url']],
  channelid: [['channel']],
  itemid: [
    ['url', { type: 'links' }],
    ['bio', { type: 'bio' }],
    ['qr', { type: 'qr' }],
  ],
}

const nounOf = (path: string) => /^\/api\/([a-z]+)\//.exec(path)?.[1]
const parametersOf = (path: string) => [...path.matchAll(/\{([a-z]+)\}/g)].map(([, name = '']) => name)

function parameterFor(noun: string, path: string): { name: string; rest: Record<string, string> } | undefined {
  for (const name of parametersOf(path)) {
    if (name === 'id' && nounOf(path) === noun)
      return { name, rest: path.includes('{format}') ? { format: 'svg' } : {} }
    const use = others[name]?.find(([other]) => other === noun)
    if (use) return { name, rest: use[1] ?? {} }
  }
  return undefined
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Adds OpenAPI links from each operation that creates a record to every operation that takes its id. */
export function addOperationLinks(entries: Entry[]): void {
  for (const { method, path, operation } of entries) {
    const noun = nounOf(path)
    const made = operation.responses['200']
    if (method !== 'POST' || noun === undefined || path !== `/api/${noun}/add` || !made) continue
    for (const target of entries) {
      const parameter = parameterFor(noun, target.path)
      if (!parameter) continue
      made.links ??= {}
      made.links[capital(target.operation.operationId)] = {
        operationId: target.operation.operationId,
        parameters: { [parameter.name]: '$response.body#/id', ...parameter.rest },
        description: `The \`id\` of the response is the \`${parameter.name}\` of ${target.method} ${target.path}.`,
      }
    }
  }
}
