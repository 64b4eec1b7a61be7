import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, type Service } from './service.ts'

type Run = (program: string, args: string[], place: string) => Promise<string>

const PROGRAM = `
import { createClient, WaymarkError, type components } from 'waymark-client'

const client = createClient({ baseUrl: process.argv[2] ?? '', apiKey: process.argv[3] ?? '' })
const { id, shorturl }: { id: number; shorturl: string } = await client.createLink({ body: { url: 'https://example.com/summer' } })
const { details } = await client.getLink({ path: { id } })
const title: string | null = details.title
const wifi: components['schemas']['QrContent'] = { ssid: 'Hut', encryption: 'WPA' }
const code = await client.createQrCode({ body: { type: 'wifi', data: wifi } })
await client.deleteQrCode({ path: { id: code.id } })
await client.deleteLink({ path: { id } })
try {
  await client.getLink({ path: { id } })
  throw new Error('It is still there.')
} catch (error) {
  if (!(error instanceof WaymarkError) || error.code !== 'not_found') throw error
}
// @ts-expect-error A link needs a URL.
export const wrong = () => client.createLink({ body: {} })
// @ts-expect-error There is no such operation.
export const none = () => client.createNothing
console.log(shorturl, title)
`

const compilerOptions = (module: string, moduleResolution: string) => ({
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: ['node'],
  typeRoots: [`${root}node_modules/@types`],
  skipLibCheck: false,
  verbatimModuleSyntax: true,
  module,
  moduleResolution,
})

/**
 * Packs sdk/, installs the package in an empty project, compiles code that uses it with both module resolutions, and
 * runs it.
 */
export async function usePackage({ base, key }: Service, run: Run): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'waymark-sdk-'))
  try {
    const packed = await run('npm', ['pack', '--json', '--silent', '--pack-destination', place], `${root}sdk`)
    const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('['))) as [
      { filename: string; files: { path: string }[] },
    ]
    for (const needed of ['LICENSE', 'README.md', 'package.json', 'dist/client.js', 'dist/client.d.ts'])
      if (!files.some(({ path }) => path === needed)) throw new Error(`the package has no ${needed}`)
    writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${filename}`], place)
    writeFileSync(join(place, 'program.ts'), PROGRAM)
    for (const [module, resolution] of [
      ['esnext', 'bundler'],
      ['node16', 'node16'],
    ] as const) {
      writeFileSync(
        join(place, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: compilerOptions(module, resolution), files: ['program.ts'] }),
      )
      await run('tsc', ['-p', place], place)
    }
    await run('node', ['program.js', base, key], place)
    return `${filename}, ${files.length} files: installed, compiled for node16 and a bundler, run`
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
