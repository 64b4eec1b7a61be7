import type { Config } from '../config/config.ts'

const WINDOW_MS = 60_000
/** Lines of one kind that are written per window; further ones are counted, and reported in one line at its end. */
const MAX_LINES = 5
/** Kinds that are distinguished per window; all others count as one kind. */
const MAX_KINDS = 100
const MAX_MESSAGE = 500
const MAX_STACK = 4000
const MAX_CAUSES = 2
const FATAL = 60

interface LoggedError {
  [detail: string]: unknown
  type: string
  message: string
  code?: string
  stack: string
  cause?: LoggedError
}

// Only these properties, because errors of databases contain the values of the statement, which clients have sent.
function describeError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error).slice(0, MAX_MESSAGE), stack: '' }
  const { name, message, stack, cause, code } = error as NodeJS.ErrnoException & { cause?: unknown }
  return {
    type: name,
    message: message.slice(0, MAX_MESSAGE),
    ...(code === undefined ? {} : { code: String(code).slice(0, 100) }),
    stack: (stack ?? '').slice(0, MAX_STACK),
    ...(cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) }),
  }
}

type Arguments = [details: unknown, message?: string, ...rest: unknown[]]
type Write = (...args: Arguments) => void

const textOf = ([details, message]: Arguments): string => String(typeof details === 'string' ? details : message)

// Lines are of one kind if they have the same text, URL and origin of the error.
function kindOf(args: Arguments, level: number): string {
  const { err, url } = ((typeof args[0] === 'object' && args[0]) || {}) as { err?: Error; url?: unknown }
  const frame = err?.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''
  return `${level} ${textOf(args).slice(0, 60)} ${String(url)} ${frame}`.slice(0, 400)
}

interface Kind {
  text: string
  lines: number
  repeated: number
  write: Write
}

function createRepeatSums() {
  const kinds = new Map<string, Kind>()
  let since = 0
  let timer: NodeJS.Timeout | undefined

  const sumUp = () => {
    clearTimeout(timer)
    timer = undefined
    const seconds = Math.ceil((performance.now() - since) / 1000)
    for (const { text, repeated, write } of kinds.values())
      if (repeated > 0) write({ repeated }, `${text} (and ${repeated} more in the last ${seconds} s)`)
    kinds.clear()
  }
  const openWindow = () => {
    since = performance.now()
    timer = setTimeout(sumUp, WINDOW_MS)
    timer.unref()
  }
  const add = (args: Arguments, write: Write, level: number) => {
    if (!timer) openWindow()
    const own = kindOf(args, level)
    const isOther = !kinds.has(own) && kinds.size >= MAX_KINDS
    const name = isOther ? 'others' : own
    const kind = kinds.get(name) ?? { text: isOther ? 'other lines' : textOf(args), lines: 0, repeated: 0, write }
    kinds.set(name, kind)
    if (kind.lines < MAX_LINES) {
      kind.lines++
      write(...args)
    } else kind.repeated++
  }
  return { add, sumUp }
}

/**
 * The options of the process's log. Its volume is limited: five lines of one kind are written per minute, and then one
 * line with the number of the others, which `sumUp` writes at once. Errors are truncated and contain no values of
 * statements.
 */
export function createLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>) {
  const { add, sumUp } = createRepeatSums()
  const unlimited = new WeakSet<object>()
  /** Lets a logger write all of its lines. */
  const allowAll = (logger: object) => void unlimited.add(logger)
  if (LOG_LEVEL === 'silent') return { options: false as const, sumUp, allowAll }
  const logMethod = function (this: object, args: Arguments, method: Write, level: number) {
    const write: Write = (...line) => method.apply(this, line)
    if (level >= FATAL || unlimited.has(this)) write(...args)
    else add(args, write, level)
  }
  const redact = ['req.headers.authorization', 'req.headers.cookie']
  return {
    options: {
      level: LOG_LEVEL,
      redact,
      serializers: { err: (error: unknown) => describeError(error) },
      hooks: { logMethod },
    },
    sumUp,
    allowAll,
  }
}
