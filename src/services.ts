import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Database, Store } from '../db/open.ts'
import type { Actor } from '../db/queries/events.ts'
import type { PageQuery } from '../db/queries/pagination.ts'
import type { Access, KeyRestrictions, Resource } from '../schemas/key-restrictions.ts'
import type { KeyScope } from '../schemas/keys.ts'
import type { Blocklist } from './abuse/blocklist.ts'
import type { ListFetcher } from './abuse/list-fetcher.ts'
import type { Caches } from './cache/cache-registry.ts'
import type { ChangeFeed } from './cache/change-feed.ts'
import type { VisitSink } from './clickhouse/visit-sink.ts'
import type { Config } from './config/config.ts'
import type { PixelTemplates } from './config/pixel-templates.ts'
import type { PlanStatus } from './config/plans.ts'
import type { Deliveries } from './deliveries/deliveries.ts'
import type { DomainCheck } from './domains/dns-check.ts'
import type { DomainChecks } from './domains/domain-checks.ts'
import type { ProofCheck, ProofClaim } from './domains/proof.ts'
import type { ApiError, Fault } from './errors/api-error.ts'
import type { Imports } from './import/imports.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import type { Maintenance } from './jobs/maintenance.ts'
import type { LinkChecks } from './links/link-checks.ts'
import type { ReservedAliases } from './links/reserved-aliases.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { SafeFetch } from './net/safe-fetch.ts'
import type { VerifyPaypal } from './payments/paypal-signature.ts'
import type { PictureStore } from './pictures/picture-store.ts'
import type { RouteCache, Site } from './routing/route-cache.ts'
import type { Seal } from './security/seal.ts'
import type { Signer } from './security/signer.ts'
import type { Counters } from './security/window-counters.ts'
import type { RequestSpan, Tracing } from './tracing/tracing.ts'
import type { CountryLookup } from './visits/country-lookup.ts'
import type { StatisticsSource } from './visits/statistics-source.ts'
import type { VisitJobs } from './visits/visit-jobs.ts'
import type { VisitWriter } from './visits/visit-writer.ts'

/** The objects that routes and plugins use. A program opens and closes them (src/startup/open-services.ts). */
export interface Services {
  config: Config
  store: Store
  db: Database
  changes: ChangeFeed
  caches: Caches
  countryLookup: CountryLookup
  visitWriter: VisitWriter
  statistics: StatisticsSource
  visitJobs: VisitJobs
  /** Null without a ClickHouse server in the settings. */
  visitSink: VisitSink | null
  jobs: JobRunner
  maintenance: Maintenance
  imports: Imports
  /** Sends events to webhooks. */
  deliveries: Deliveries
  /** Seals the secrets of webhooks. */
  webhookSeal: Seal
  signer: Signer
  routeCache: RouteCache
  pixelTemplates: PixelTemplates
  safeFetch: SafeFetch
  pictures: PictureStore
  reservedAliases: ReservedAliases
  blocklist: Blocklist
  listFetcher: ListFetcher
  verifyPaypal: VerifyPaypal
  /** Checks whether the DNS of a host points at this service. */
  checkDomain: (host: string) => Promise<DomainCheck>
  /** Checks the proof of ownership of a host. */
  proveDomain: (claim: ProofClaim) => Promise<ProofCheck>
  domainChecks: DomainChecks
  linkChecks: LinkChecks
  /** The counters of all limits. */
  counters: Counters
  /** Null if no setting asks for them. */
  metrics: Metrics | null
  /** Null without a collector in the settings. */
  tracing: Tracing | null
  /**
   * `starting`: not ready yet. While the service stops (src/plugins/connection-drain.ts): `draining`, each response
   * closes its connection; `paused`, new requests wait for this promise; `closing`, new requests get 503.
   */
  lifecycle: {
    starting?: boolean
    /** Called once, when the schemas that no request needed are compiled too. */
    onCompiled?: () => void
    draining: boolean
    paused?: Promise<void> | undefined
    closing: boolean
  }
}

/** A Fastify instance whose routes get their types from TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Registers the routes of one resource. */
export type RouteGroup = (app: App, services: Services) => void

/** The page of a list that a request asks for. */
export interface RequestedPage extends PageQuery {
  /** The cursor of the rows after the one with this key. */
  cursorOf(key: readonly number[]): string
}

/** The account and API key of a request. */
export interface Caller extends Actor, KeyRestrictions {
  scope: KeyScope
  /** Expiry of the key; null: never. */
  expires: Date | null
  /** The type of `error` in list responses; null: the setting of the server. */
  listError: 'string' | 'integer' | null
  /** The plan of the account that is in effect now. */
  status: PlanStatus
}

/** The faults of a request by the part that has them. */
export type InputFaults = Record<'header' | 'path' | 'query' | 'body', readonly Fault[]>

/** What was found about the input of a request. Paths are JSON pointers. */
export interface RequestFaults {
  /** Of headers, found by src/plugins/idempotency.ts. */
  header?: readonly Fault[]
  /** Strings of the body that cannot be stored, found by src/plugins/body-parser.ts. */
  text?: readonly Fault[]
  /** All of them, once src/plugins/input.ts has validated the request; empty if it is valid. */
  input?: InputFaults
  /** Of the items of a bulk request, by index, found by src/plugins/bulk-items.ts; paths are relative to the item. */
  items?: ReadonlyMap<number, readonly Fault[]>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set under /api by src/plugins/idempotency.ts, whose hook `replayStoredReply` calls it. */
    replayOrBegin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
  }
  interface FastifyRequest {
    /** The branded domain or unknown host that the request is for; null: the service's own host. */
    site: Site | null
    /** Set if requests are traced (src/plugins/request-spans.ts). */
    span: RequestSpan | null
    /** Null until something is found. */
    faults: RequestFaults | null
    /**
     * A failure that is independent of the route (invalid Host, closing); src/plugins/api-guard.ts throws it after
     * counting the request.
     */
    rejection: ApiError | null
    /** The requested page of a list. Reading it throws `invalid_request` if the cursor belongs to another list. */
    page: RequestedPage
    /** Set on every route under /api except for OPTIONS requests. */
    account: Caller
    /**
     * Runs `create`, which creates a record and returns the reply. With an `Idempotency-Key`, record and stored reply
     * are written in one transaction. Set on every route under /api.
     */
    answerOnce<T extends object>(db: Database, create: (db: Database) => Promise<T>): Promise<T>
  }
  interface FastifyContextConfig {
    /** A page for visitors: the only kind of route that a branded domain serves. */
    isPublic?: boolean
    /** A health check: it is answered even where it is not known whether the host is a branded domain. */
    isHealth?: boolean
    /** A link with this path as its alias is served in its place: the path does not become one of the service. */
    yieldsToLinks?: boolean
    /** The body is a file, which is written to the disk. */
    isUpload?: boolean
    /** A key that is restricted to domains may send requests: the route keeps to them. Others are refused. */
    isPerDomain?: boolean
    /**
     * What a restricted key must be permitted to do. A route names it where its tag does not say it; for others
     * src/plugins/route-hooks.ts sets it.
     */
    permission?: { resource: Resource; access: Access }
  }
}
