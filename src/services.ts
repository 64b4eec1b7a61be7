import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Database, Store } from '../db/open.ts'
import type { KeyScope } from '../schemas/keys.ts'
import type { Caches } from './cache/caches.ts'
import type { ChangeFeed } from './cache/changes.ts'
import type { Config } from './config/config.ts'
import type { PixelTemplates } from './config/pixel-templates.ts'
import type { PlanStatus } from './config/plans.ts'
import type { DomainCheck } from './domains/dns-check.ts'
import type { DomainChecks } from './domains/domain-checks.ts'
import type { BackgroundJobs } from './jobs/background-jobs.ts'
import type { ReservedAliases } from './links/reserved-aliases.ts'
import type { SafeFetch } from './net/safe-fetch.ts'
import type { VerifyPaypal } from './payments/paypal-signature.ts'
import type { PictureStore } from './pictures/picture-store.ts'
import type { RouteCache } from './routing/route-cache.ts'
import type { Counters } from './security/counters.ts'
import type { Signer } from './security/signer.ts'
import type { Geo } from './visits/country-lookup.ts'
import type { VisitJobs } from './visits/visit-jobs.ts'
import type { VisitWriter } from './visits/visit-writer.ts'

/** What the wings are handed: opened by a roof, closed by it. */
export interface Services {
  config: Config
  store: Store
  db: Database
  changes: ChangeFeed
  caches: Caches
  geo: Geo
  clicks: VisitWriter
  visitJobs: VisitJobs
  jobs: BackgroundJobs
  signer: Signer
  routes: RouteCache
  pixelTemplates: PixelTemplates
  safeFetch: SafeFetch
  pictures: PictureStore
  aliases: ReservedAliases
  verifyPaypal: VerifyPaypal
  /** Whether the DNS of a host leads to this service. */
  checkDomain: (host: string) => Promise<DomainCheck>
  domainChecks: DomainChecks
  /** What every limit counts with. */
  counters: Counters
  /**
   * `starting`: not everything is there yet. While the service stops (src/plugins/connection-drain.ts): `leaving`, each
   * answer is the last of its connection; `held`, new requests wait for it; `closing`, new requests are answered 503.
   */
  state: { starting?: boolean; leaving: boolean; held?: Promise<void> | undefined; closing: boolean }
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
export type RouteGroup = (app: App, parts: Services) => void

/** Who is asking: the account that the request's API key belongs to. */
export interface Caller {
  /** The account's id. */
  id: number
  keyId: number
  scope: KeyScope
  /** When the key ends; null: never. */
  expires: Date | null
  /** How lists carry `error` for the key; null: as the server is set. */
  listError: 'string' | 'integer' | null
  /** The plan of the account as it counts now. */
  status: PlanStatus
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route under /api but OPTIONS. */
    account: Caller
  }
  interface FastifyContextConfig {
    /** A page for visitors: the only kind of route that a branded domain serves. */
    isPublic?: boolean
  }
}
