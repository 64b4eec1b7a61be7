import { readFileSync, writeFileSync } from 'node:fs'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { root } from './service.ts'

const HEAD = '// Made from openapi.yaml by `npm run sdk` in tools/contract.\n'
const document = new URL(`file://${root}openapi.yaml`)

interface Operation {
  operationId: string
  summary: string
  description?: string
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** Whether the answer is a file, such as a picture or an export, and never JSON. */
const isFile = ({ responses }: Operation) => !Object.keys(responses['200']?.content ?? {}).includes('application/json')

const doc = ({ summary, description }: Operation) =>
  [summary, ...(description ? ['', description] : [])].map((line) => `   *${line ? ` ${line}` : ''}`).join('\n')

/** The generated files of the SDK, by path. */
export async function sdkFiles(): Promise<Map<string, string>> {
  const schema = astToString(await openapiTypescript(document, { alphabetize: true }))
  const { paths } = parse(readFileSync(document, 'utf8'), { version: '1.1' }) as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'delete'].flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method: method.toUpperCase(), operation }] : []
    }),
  )
  const table = operations
    .map(
      ({ path, method, operation }) =>
        `  ${operation.operationId}: ['${method}', '${path}'${isFile(operation) ? ", 'file'" : ''}],`,
    )
    .join('\n')
  const methods = operations
    .map(
      ({ operation }) =>
        `  /**\n${doc(operation)}\n   */\n  ${operation.operationId}: Call<'${operation.operationId}'>`,
    )
    .join('\n')
  return new Map([
    [`${root}sdk/src/schema.ts`, `${HEAD}${schema}`],
    [
      `${root}sdk/src/addresses.ts`,
      `${HEAD}\n/** Method and path of every operation, and 'file' if its answer is not JSON. */\nexport const addresses = {\n${table}\n} as const\n`,
    ],
    [
      `${root}sdk/src/methods.ts`,
      `${HEAD}import type { Call } from './call.ts'\n\n/** One method an operation of the document, by its operationId. */\nexport interface WaymarkClient {\n${methods}\n}\n`,
    ],
  ])
}

if (process.argv[1]?.endsWith('make-sdk.ts')) for (const [file, text] of await sdkFiles()) writeFileSync(file, text)
