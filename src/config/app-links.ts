import { readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AndroidApp, type AppLinks, AppleApp, androidList, appleList } from '../../schemas/app-links.ts'

const strict = { additionalProperties: false }

const AppLinksFile = Type.Object(
  {
    apple: Type.Optional(Type.Array(Type.Object(AppleApp.properties, strict), appleList)),
    android: Type.Optional(Type.Array(Type.Object(AndroidApp.properties, strict), androidList)),
  },
  strict,
)

const MAX_FAULTS = 10

/**
 * Reads the file of the apps that open the links of the service's own host, and adds a line to `faults` for each fault.
 * With an empty path there are none.
 */
export function readAppLinks(path: string, faults: string[]): AppLinks {
  const none: AppLinks = { apple: [], android: [] }
  if (path === '') return none
  let file: unknown
  try {
    file = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    faults.push(`APP_LINKS_FILE: ${path} ${code ? `cannot be read (${code})` : 'is not valid JSON'}.`)
    return none
  }
  if (Value.Check(AppLinksFile, file)) return { ...none, ...(file as Partial<AppLinks>) }
  for (const { path: field, message, schema } of [...Value.Errors(AppLinksFile, file)].slice(0, MAX_FAULTS)) {
    const form: unknown = schema['x-form']
    faults.push(
      `APP_LINKS_FILE: ${path}: ${field || '/'}: ${form === undefined ? message : `must be ${String(form)}`}.`,
    )
  }
  return none
}
