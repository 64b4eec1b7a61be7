import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
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
import { addInputValidation } from './input.ts'
import { createLog } from './log.ts'
import { mendAddress, refuseMalformedAddresses } from './malformed-urls.ts'
import { readRefusedBodies } from './rejected-bodies.ts'
import { addResponseHeaders } from './response-headers.ts'
import { buildSerializers } from './serializers.ts'
import { buildValidators } from './validators.ts'

// What strangers send is small; src/plugins/api-guard.ts allows more to clients with a key.
const BODY_LIMIT = 16 * 1024
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 30_000
const CHECK_TIMEOUTS_MS = 1000
const MOST_HEADER_BYTES = 16_384
// The longest that somebody who is refused may take to read it.
const REFUSED_MS = 1000

const wellFormedId = /^[A-Za-z0-9._:-]{1,128}$/

// Fastify takes a count and then trusts nobody; whoever sets one vouches that nobody reaches us past those proxies.
function trustOf(trusted: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

type Needed = Pick<Services, 'config' | 'state' | 'aliases' | 'pixelTemplates'>

// A client that goes on sending would keep a connection open that was only ended on our side.
function endWith(socket: Socket, answer: string): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), REFUSED_MS).unref()
}

/** A Fastify with everything that holds for every answer of the process: bodies, validation, failures, headers. */
export function createFastify({ config, state, aliases, pixelTemplates }: Needed): App {
  const checks = createChecks({ config, aliases, pixelTemplates })
  const uncompiled: (() => void)[] = []
  const later = (compile: () => void) => uncompiled.push(compile)
  const log = createLog(config)
  const app = Fastify({
    logger: log.options,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for every request would cost a redirect more than finding its link; whoever logs names the request.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A parameter is as long as a header may be: schemas say what is too long, after the request has been counted.
    routerOptions: { maxParamLength: MOST_HEADER_BYTES, ignoreTrailingSlash: true },
    rewriteUrl: mendAddress,
    // Node would answer a missing Host itself, without our headers.
    http: {
      maxHeaderSize: MOST_HEADER_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: CHECK_TIMEOUTS_MS,
      // Where it is longer than the time of a request, Node swaps the two.
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
      endWith(socket, rawFailure(error))
    },
    schemaController: {
      compilersFactory: { buildValidator: buildValidators(later), buildSerializer: buildSerializers(later) },
    },
    ajv: {
      customOptions: {
        allErrors: true,
        verbose: true,
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        strict: false,
      },
      onCreate: (ajv) => {
        addFormats(ajv)
        ajv.addKeyword(checkKeyword(checks))
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
  compileAfterStart(app, uncompiled)
  app.addHook('onClose', async () => log.sumUp())
  limitConnections(app.server, config)
  limitBodyBytes(app)
  addBodyParsers(app)
  addInputValidation(app)
  readRefusedBodies(app)
  addResponseHeaders(app, state)
  refuseMalformedAddresses(app)
  app.setErrorHandler(sendFailure)
  // Without a listener Node closes the connection without a word; with one, it leaves the whole connection to it.
  app.server.on('connect', (_request, socket) => {
    const close = () => void socket.destroy()
    socket.on('error', close)
    setTimeout(close, REFUSED_MS).unref()
    socket.end(rawFailure(new ApiError('invalid_request', 'This is no proxy: CONNECT is not answered.')), close)
  })
  app.server.on('checkExpectation', (_request, response) => {
    response.socket?.end(rawFailure(new ApiError('expectation_failed', 'Only `Expect: 100-continue` is understood.')))
  })
  return app
}

/** Compiles, once the service listens, the schemas that no request has needed yet, one every turn of the event loop. */
function compileAfterStart(app: App, uncompiled: (() => void)[]): void {
  const compileNext = () => {
    uncompiled.shift()?.()
    if (uncompiled.length > 0) setTimeout(compileNext, 5).unref()
  }
  app.addHook('onListen', async () => compileNext())
}
