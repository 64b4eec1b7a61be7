import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { checkKeyword, makeChecks } from '../work/checks.ts'
import { addFormats } from '../work/string-formats.ts'
import { acceptBodies } from './body.ts'
import { rawFailure, sendFailure } from './failures.ts'
import { checkInput } from './input.ts'
import { mendAddress, refuseMalformedAddresses } from './malformed.ts'
import { addManners } from './manners.ts'
import { buildSerializers } from './serializers.ts'
import { buildValidators } from './validators.ts'

const BODY_LIMIT = 1024 * 1024
const MOST_HEADER_BYTES = 16_384
// The longest that somebody who is refused may take to read it.
const REFUSED_MS = 1000

const wellFormedId = /^[A-Za-z0-9._:-]{1,128}$/

// Fastify takes a count and then trusts nobody; whoever sets one vouches that nobody reaches us past those proxies.
function trustOf(trusted: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

type Needed = Pick<Parts, 'config' | 'state' | 'aliases' | 'pixelTemplates'>

/** A Fastify with everything that holds for every answer of the process: bodies, validation, failures, headers. */
export function makeInstance({ config, state, aliases, pixelTemplates }: Needed): App {
  const checks = makeChecks({ config, aliases, pixelTemplates })
  const app = Fastify({
    logger:
      config.LOG_LEVEL === 'silent'
        ? false
        : { level: config.LOG_LEVEL, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for every request would cost a redirect more than finding its link; whoever logs names the request.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: 30_000,
    // A parameter is as long as a header may be: schemas say what is too long, after the request has been counted.
    routerOptions: { maxParamLength: MOST_HEADER_BYTES, ignoreTrailingSlash: true },
    rewriteUrl: mendAddress,
    // Node would answer a missing Host itself, without our headers.
    http: { maxHeaderSize: MOST_HEADER_BYTES, requireHostHeader: false },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
    },
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply)
    },
    clientErrorHandler(error: Error, socket: Socket) {
      if (!socket.writable || (error as NodeJS.ErrnoException).code === 'ECONNRESET') return void socket.destroy()
      socket.end(rawFailure(error))
    },
    schemaController: { compilersFactory: { buildValidator: buildValidators(), buildSerializer: buildSerializers } },
    ajv: {
      customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: true, strict: false },
      onCreate: (ajv) => {
        addFormats(ajv)
        ajv.addKeyword(checkKeyword(checks))
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
  acceptBodies(app)
  checkInput(app)
  addManners(app, state)
  refuseMalformedAddresses(app)
  app.setErrorHandler(sendFailure)
  // Without a listener Node closes the connection without a word; with one, it leaves the whole connection to it.
  app.server.on('connect', (_request, socket) => {
    const close = () => void socket.destroy()
    socket.on('error', close)
    setTimeout(close, REFUSED_MS).unref()
    socket.end(rawFailure(new ApiError(400, 'invalid_request', 'This is no proxy: CONNECT is not answered.')), close)
  })
  app.server.on('checkExpectation', (_request, response) => {
    response.socket?.end(
      rawFailure(new ApiError(417, 'expectation_failed', 'Only `Expect: 100-continue` is understood.')),
    )
  })
  return app
}
