import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import { ApiError } from '../errors/api-error.ts'
import type { App, Services } from '../services.ts'
import { checkKeyword, createChecks } from '../validation/checks.ts'
import { addFormats } from '../validation/formats.ts'
import { limitBodyBytes } from './body-budget.ts'
import { addBodyParsers } from './body-parser.ts'
import { limitConnections } from './connection-limits.ts'
import { rawFailure, sendFailure } from './errors.ts'
import { removeForwardedPorts } from './forwarded-ports.ts'
import { addInputValidation } from './input.ts'
import { createLog } from './log.ts'
import { escapeMalformedUrl, rejectMalformedUrls } from './malformed-urls.ts'
import { drainRejectedBodies } from './rejected-bodies.ts'
import { addResponseHeaders } from './response-headers.ts'
import { logResponses, RAW_RESPONSE, type RawResponse } from './responses.ts'
import { buildSerializers } from './serializers.ts'
import { limitUnsentBytes } from './unsent-budget.ts'
import { buildValidators } from './validators.ts'

// For requests without a key; src/plugins/api-guard.ts allows larger bodies.
const BODY_LIMIT = 16 * 1024
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 30_000
const CHECK_TIMEOUTS_MS = 1000
const MAX_HEADER_BYTES = 16_384
// How long a client may take to read the response before its connection is closed.
const REJECTED_MS = 1000

const wellFormedId = /^[A-Za-z0-9._:-]{1,128}$/

// For a number Fastify itself would trust no proxy. The operator guarantees that clients cannot bypass that many
// proxies.
function trustOf(trusted: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

type Needed = Pick<Services, 'config' | 'lifecycle' | 'reservedAliases' | 'pixelTemplates' | 'blocklist'>

// Destroys the socket, because a client that continues to send would keep the connection open.
function endWith(socket: Socket, response: string): void {
  socket.end(response)
  setTimeout(() => socket.destroy(), REJECTED_MS).unref()
}

/** Creates a Fastify instance with everything that applies to all routes: bodies, validation, failures, headers. */
export function createFastify({ config, lifecycle, ...needed }: Needed): App {
  const checks = createChecks({ config, ...needed })
  const uncompiled: (() => void)[] = []
  const later = (compile: () => void) => uncompiled.push(compile)
  const log = createLog(config)
  const refuse = (error: Error, method?: string) => {
    const { text, ...sent } = rawFailure(error)
    app.server.emit(RAW_RESPONSE, { ...sent, method } satisfies RawResponse)
    return text
  }
  const app: App = Fastify({
    logger: log.options,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would take longer than finding a link; log calls name the request themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Parameters may be as long as the headers: schemas limit their length, after the request has been counted.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, ignoreTrailingSlash: true },
    rewriteUrl: escapeMalformedUrl,
    // Node would answer a missing Host header itself, without our headers.
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_TIMEOUTS_MS,
      // Must be shorter than `requestTimeout`, or Node swaps the two.
      headersTimeout: HEADERS_TIMEOUT_MS,
    },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
    },
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply)
    },
    clientErrorHandler(error: Error, socket: Socket) {
      if (!socket.writable || (error as NodeJS.ErrnoException).code === 'ECONNRESET') return void socket.destroy()
      endWith(socket, refuse(error))
    },
    schemaController: {
      compilersFactory: { buildValidator: buildValidators(later, checks), buildSerializer: buildSerializers(later) },
    },
    ajv: {
      customOptions: {
        allErrors: true,
        verbose: true,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        strict: false,
        passContext: true,
        // Optimizing the generated code takes half of compiling it, and V8 does it again; the schemas are constants.
        code: { optimize: false },
        // Compiles each named schema once, instead of again in every schema that refers to it.
        inlineRefs: false,
        validateSchema: false,
        meta: false,
      },
      onCreate: (ajv) => {
        addFormats(ajv)
        ajv.addKeyword(checkKeyword())
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
  app.decorateRequest('faults', null)
  app.decorateRequest('rejection', null)
  app.decorateRequest('span', null)
  compileAfterStart(app, uncompiled, lifecycle)
  app.addHook('onClose', async () => log.sumUp())
  if (config.ACCESS_LOG === 'on') {
    const accessLog = app.log.child({})
    log.allowAll(accessLog)
    logResponses(app, accessLog)
  }
  limitConnections(app.server, config)
  if (config.trustProxy !== false) removeForwardedPorts(app.server)
  limitBodyBytes(app)
  limitUnsentBytes(app)
  addBodyParsers(app)
  addInputValidation(app)
  drainRejectedBodies(app)
  addResponseHeaders(app, { lifecycle, config })
  rejectMalformedUrls(app)
  app.setErrorHandler(sendFailure)
  // CONNECT is not supported. Without this listener Node closes the connection and the client gets no response.
  app.server.on('connect', (_request, socket) => {
    const close = () => void socket.destroy()
    socket.on('error', close)
    setTimeout(close, REJECTED_MS).unref()
    socket.end(
      refuse(new ApiError('invalid_request', 'This server is not a proxy: CONNECT is not supported.'), 'CONNECT'),
      close,
    )
  })
  app.server.on('checkExpectation', ({ method }, response) => {
    const failure = new ApiError('expectation_failed', 'Only `Expect: 100-continue` is supported.')
    response.socket?.end(refuse(failure, method))
  })
  return app
}

const PAUSE_MS = 5
// The share of the time since the last step in which the event loop did not wait.
const BUSY = 0.5

/**
 * Compiles the schemas that no request has needed yet, one every 5 ms, while the service listens. A busy process spends
 * a twentieth of its time on it.
 */
function compileAfterStart(app: App, uncompiled: (() => void)[], lifecycle: Needed['lifecycle']): void {
  const { eventLoopUtilization } = performance
  let timer: NodeJS.Timeout | undefined
  let before = eventLoopUtilization()
  const compileNext = () => {
    const isBusy = eventLoopUtilization(before).utilization > BUSY
    const startedAt = performance.now()
    uncompiled.shift()?.()
    const pause = isBusy ? PAUSE_MS + 20 * (performance.now() - startedAt) : PAUSE_MS
    before = eventLoopUtilization()
    if (uncompiled.length > 0) timer = setTimeout(compileNext, pause).unref()
    else lifecycle.onCompiled?.()
  }
  app.addHook('onListen', async () => compileNext())
  app.addHook('preClose', async () => clearTimeout(timer))
}
