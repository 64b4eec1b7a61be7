import { readFileSync, writeFileSync } from 'node:fs'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { root } from './service.ts'

const HEAD = '// Made from openapi.yaml by `npm run sdk` in tools/contract.\n'
const document = new URL(`file://${root}openapi.yaml`)

/** The two files of the SDK that follow from the document, by their paths. */
export async function sdkFiles(): Promise<Map<string, string>> {
  const schema = astToString(await openapiTypescript(document, { alphabetize: true }))
  const yaml = readFileSync(document, 'utf8')
  const found: [id: string, method: string, path: string][] = []
  let path = ''
  let method = ''
  for (const line of yaml.slice(yaml.indexOf('\npaths:')).split('\n')) {
    path = /^ {2}(\/\S*):$/.exec(line)?.[1] ?? path
    method = /^ {4}(get|post|put|delete):$/.exec(line)?.[1] ?? method
    const id = /^ {6}operationId: (\w+)$/.exec(line)?.[1]
    if (id) found.push([id, method.toUpperCase(), path])
  }
  const table = found.map(([id, verb, address]) => `  ${id}: ['${verb}', '${address}'],`).join('\n')
  return new Map([
    [`${root}sdk/src/schema.ts`, `${HEAD}${schema}`],
    [
      `${root}sdk/src/addresses.ts`,
      `${HEAD}\n/** Method and path of every operation. */\nexport const addresses = {\n${table}\n} as const\n`,
    ],
  ])
}

if (process.argv[1]?.endsWith('make-sdk.ts')) for (const [file, text] of await sdkFiles()) writeFileSync(file, text)
