import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import type { Image, Roots } from './roots.ts'

// Executes a Dockerfile without Docker, as far as the one of this project needs: an unknown instruction is an error.
// The base image is this machine's system with the Node that runs this program.

/** The instructions of a Dockerfile, with continued lines joined. */
function instructionsOf(text: string): { word: string; rest: string }[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line))
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [, word = '', rest = ''] = /^\s*(\S+)\s+(.*?)\s*$/.exec(line) ?? []
      return { word, rest }
    })
}

/** The top-level names that .dockerignore includes; it ignores everything and then lists them. */
function contextOf(folder: string): Set<string> {
  const [first, ...rest] = readFileSync(join(folder, '.dockerignore'), 'utf8').trim().split('\n')
  if (first !== '*' || !rest.every((line) => /^![\w.-]+$/.test(line)))
    throw new Error('.dockerignore is not understood')
  return new Set(rest.map((line) => line.slice(1)))
}

function wordsOf(json: string): string[] {
  const words = JSON.parse(json)
  if (!Array.isArray(words)) throw new Error(`not a list of words: ${json}`)
  return words
}

function copy(image: Image, from: string, sources: string[], target: string, allowed?: Set<string>): void {
  const destination = posix.resolve(image.workdir, target)
  const isFolder = target.endsWith('/') || target === '.' || sources.length > 1
  for (const source of sources) {
    const path = posix.normalize(posix.join('/', source))
    if (allowed && !allowed.has(path.split('/')[1] ?? '')) throw new Error(`COPY: .dockerignore leaves out ${source}`)
    const isFile = statSync(join(from, path)).isFile()
    const place = isFolder && isFile ? posix.join(destination, basename(path)) : destination
    cpSync(join(from, path), join(image.root, place), { recursive: true, verbatimSymlinks: true })
  }
}

/** Executes the Dockerfile in a directory, with that directory as its context; the last image is the result. */
export function buildImage(folder: string, roots: Roots, say: (text: string) => void): Image {
  const context = contextOf(folder)
  const images: Image[] = []
  for (const { word, rest } of instructionsOf(readFileSync(join(folder, 'Dockerfile'), 'utf8'))) {
    say(`${word} ${rest}`)
    if (word === 'FROM') {
      const [, version, name] = /^node:(\d+)-slim(?: AS (\S+))?$/.exec(rest) ?? []
      if (!version) throw new Error('only an image of Node can be stood in for')
      if (version !== process.versions.node.split('.')[0]) say(`(with Node ${process.versions.node})`)
      const root = roots.create()
      images.push({ name, root, workdir: '/', user: 'root', env: {}, command: [], healthcheck: [] })
      continue
    }
    const image = images.at(-1)
    if (!image) throw new Error('the first instruction is not FROM')
    if (word === 'WORKDIR') {
      image.workdir = posix.resolve(image.workdir, rest)
      mkdirSync(join(image.root, image.workdir), { recursive: true })
    } else if (word === 'ENV') {
      for (const pair of rest.split(/\s+/)) {
        const [, name = '', value = ''] = /^(\w+)=([^'"$]*)$/.exec(pair) ?? []
        if (!name) throw new Error(`ENV is not understood: ${pair}`)
        image.env[name] = value
      }
    } else if (word === 'COPY') {
      const [, stage, paths = ''] = /^(?:--from=(\S+)\s+)?([^-[].*)$/.exec(rest) ?? []
      const names = paths.split(/\s+/)
      const target = names.pop() ?? ''
      const source = images.find(({ name }) => name === stage)
      if (!names.length || (stage && !source)) throw new Error(`COPY is not understood: ${rest}`)
      if (stage && source) copy(image, source.root, names, target)
      else copy(image, folder, names, target, context)
    } else if (word === 'RUN') {
      const obstacle = roots.obstacle(rest)
      if (obstacle) {
        say(`NOT RUN: ${obstacle}`)
        continue
      }
      const { command, cwd, env } = roots.command(image, ['/bin/sh', '-c', rest])
      const [program = '', ...args] = command
      const { status } = spawnSync(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
      if (status !== 0) throw new Error(`RUN ended with ${status}`)
    } else if (word === 'USER') image.user = rest
    else if (word === 'CMD') image.command = wordsOf(rest)
    else if (word === 'HEALTHCHECK') image.healthcheck = wordsOf(rest.replace(/^(--\S+\s+)*CMD\s+/, ''))
    else if (word !== 'VOLUME' && word !== 'EXPOSE') throw new Error(`not known: ${word}`)
  }
  const image = images.at(-1)
  if (!image?.command.length || !image.healthcheck.length) throw new Error('the image has no CMD or no HEALTHCHECK')
  return image
}
