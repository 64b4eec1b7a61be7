import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export interface Image {
  name: string | undefined
  /** The directory that is `/` in the image. */
  root: string
  workdir: string
  user: string
  env: Record<string, string>
  command: string[]
  healthcheck: string[]
}

/** Runs commands in an image. */
interface Command {
  command: string[]
  cwd: string
  env: Record<string, string | undefined>
}

/** A place where images are built. */
export interface Roots {
  /** A directory with the files of the base image. */
  create(): string
  /** The reason why a shell command cannot run here, if any. */
  obstacle(line: string): string | undefined
  command(image: Image, words: string[]): Command
}

type Environment = Record<string, string | undefined>

function must(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

/** Separate directories, in which commands without absolute paths can run. */
export class PlainRoots implements Roots {
  readonly #folder: string
  readonly #environment: Environment
  #count = 0

  constructor(folder: string, environment: Environment) {
    this.#folder = folder
    this.#environment = environment
  }

  create() {
    const root = join(this.#folder, String(this.#count++))
    mkdirSync(join(root, 'node'), { recursive: true })
    symlinkSync(process.execPath, join(root, 'node/node'))
    return root
  }

  obstacle(line: string) {
    return /(^|[\s=:'"])\//.test(line) ? 'it names an absolute path, and this user cannot mount a root' : undefined
  }

  command(image: Image, words: string[]): Command {
    const env = Object.entries(image.env).map(([name, value]) => [name, value.replace(/^\//, `${image.root}/`)])
    return {
      command: words,
      cwd: join(image.root, image.workdir),
      env: {
        ...this.#environment,
        PATH: `${join(image.root, 'node')}:${this.#environment['PATH']}`,
        ...Object.fromEntries(env),
      },
    }
  }
}

/** Overlays over this machine's system in a mount namespace; needs root. */
export class OverlayRoots implements Roots {
  static readonly #system = [
    'bin',
    'sbin',
    'lib',
    'lib32',
    'lib64',
    'libx32',
    'usr',
    'etc',
    'var',
    'opt',
    'root',
    'home',
  ]

  /** A shell command that succeeds if overlays work; its argument is an empty directory. */
  static readonly probe = `command -v apt-get && mount -t tmpfs tmpfs "$1" && mkdir "$1/upper" "$1/work" "$1/root" \
    && mount -t overlay overlay -o "lowerdir=/usr,upperdir=$1/upper,workdir=$1/work" "$1/root" && chroot / true`

  readonly #folder: string
  readonly #environment: Environment
  #count = 0

  constructor(folder: string, environment: Environment) {
    this.#folder = folder
    this.#environment = environment
    // The upper directory of an overlay must not be below its lower directory.
    must('mount', '-t', 'tmpfs', 'tmpfs', folder)
  }

  create() {
    const place = join(this.#folder, String(this.#count++))
    const root = join(place, 'root')
    for (const folder of ['root', 'root/dev', 'root/proc', 'root/run', 'root/tmp', 'root/image-node'])
      mkdirSync(join(place, folder), { recursive: true })
    chmodSync(join(root, 'tmp'), 0o1777)
    for (const name of OverlayRoots.#system) this.#show(name, place)
    must('mount', '--rbind', '/proc', join(root, 'proc'))
    for (const device of ['null', 'zero', 'full', 'random', 'urandom']) {
      writeFileSync(join(root, 'dev', device), '')
      must('mount', '--bind', `/dev/${device}`, join(root, 'dev', device))
    }
    // On this machine it may be a link to a path that is not mounted.
    const resolver = readFileSync('/etc/resolv.conf')
    rmSync(join(root, 'etc/resolv.conf'), { force: true })
    writeFileSync(join(root, 'etc/resolv.conf'), resolver)
    // The user of the Node image.
    if (!/^node:/m.test(readFileSync('/etc/passwd', 'utf8'))) {
      appendFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n')
      appendFileSync(join(root, 'etc/group'), 'node:x:1000:\n')
    }
    copyFileSync(process.execPath, join(root, 'image-node/node'))
    return root
  }

  #show(name: string, place: string) {
    const shown = join(place, 'root', name)
    const stat = lstatSync(`/${name}`, { throwIfNoEntry: false })
    if (stat?.isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), shown)
    if (!stat?.isDirectory()) return
    const [upper, work] = [join(place, 'upper', name), join(place, 'work', name)]
    for (const folder of [shown, upper, work]) mkdirSync(folder, { recursive: true })
    chmodSync(upper, stat.mode)
    must('mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=/${name},upperdir=${upper},workdir=${work}`, shown)
  }

  obstacle() {
    return undefined
  }

  command(image: Image, words: string[]): Command {
    const inside = ['/usr/bin/env', `--chdir=${image.workdir}`, ...words]
    const home = image.user === 'root' ? {} : { HOME: '/tmp' }
    return {
      command: ['chroot', `--userspec=${image.user}:${image.user}`, image.root, ...inside],
      cwd: '/',
      env: { ...this.#environment, ...home, PATH: `/image-node:${this.#environment['PATH']}`, ...image.env },
    }
  }
}
