import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Redis } from 'ioredis'
import type { Database, Store } from '../db/open.ts'
import type { Config } from './config.ts'
import type { Fault } from './errors.ts'
import type { Changes } from './work/changes.ts'
import type { ClickGatherer } from './work/clicks.ts'
import type { DomainCheck } from './work/domain-check.ts'
import type { SafeFetch } from './work/fetch/safe-fetch.ts'
import type { Geo } from './work/geo.ts'
import type { VerifyPaypal } from './work/payments/paypal-signature.ts'
import type { Pictures } from './work/pictures.ts'
import type { PixelTemplates } from './work/pixel-templates.ts'
import type { Noun } from './work/plan-limits.ts'
import type { ReservedAliases } from './work/reserved-aliases.ts'
import type { Routes } from './work/routes.ts'
import type { Signer } from './work/signer.ts'
import type { VisitJobs } from './work/visit-jobs.ts'

/** What the wings are handed: opened by a roof, closed by it. */
export interface Parts {
  config: Config
  store: Store
  db: Database
  changes: Changes
  geo: Geo
  clicks: ClickGatherer
  visitJobs: VisitJobs
  signer: Signer
  routes: Routes
  pixelTemplates: PixelTemplates
  safeFetch: SafeFetch
  pictures: Pictures
  aliases: ReservedAliases
  verifyPaypal: VerifyPaypal
  /** Whether the DNS of a host leads to this service. */
  checkDomain: (host: string) => Promise<DomainCheck>
  redis?: Redis
  /** Set by a roof: `starting`, not everything is there yet; and when it was told to stop: `leaving`, each answer is the last of its connection; `closing`, new requests are answered 503. */
  state: { starting?: boolean; leaving: boolean; closing: boolean }
}

/** Fastify whose routes take their types from TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Adds the routes of one noun to a wing. */
export type RouteGroup = (app: App, parts: Parts) => void

/** Who is asking: the account that the request's API key belongs to. */
export interface Caller {
  /** The account's id. */
  id: number
  keyId: number
  scope: 'read' | 'write'
}

/**
 * Finds the faults that the input alone does not show. Asked where it has others, so that all are told together; where it
 * has none, the handler finds them. A field that is wrong already is there as undefined.
 */
export type LookUp = (input: {
  account: Caller
  params: { id?: number }
  body: Record<string, unknown>
}) => Promise<Fault[]>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route under /api but OPTIONS. */
    account: Caller
  }
  interface FastifyContextConfig {
    /** A POST that changes nothing, so that a read-only key may send it. */
    reads?: boolean
    lookUp?: LookUp
    /** What a route makes one more of, where plans may limit how many there are. */
    makes?: Noun
    /** The field of the body that, where it is true, may let the route make nothing. */
    unless?: string
    /** A page for visitors: the only kind of route that a branded domain serves. */
    isPublic?: boolean
  }
}
