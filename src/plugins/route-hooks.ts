import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { LimitedResource } from '../../schemas/events.ts'
import { type Access, resources } from '../../schemas/key-restrictions.ts'
import { isPermitted } from '../accounts/key-restrictions.ts'
import { findPlanLimit } from '../accounts/plan-limits.ts'
import { ApiError, found } from '../errors/api-error.ts'
import type { FailureCode } from '../errors/codes.ts'
import { linkFilter } from '../links/key-domains.ts'
import type { Caller, Services } from '../services.ts'

/** A hook that a route of /api names; `codes` are the failures that it can answer with, for the document. */
export interface RouteHook {
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  codes?: readonly FailureCode[]
  scope?: Caller['scope']
  access?: Access
}

const scopeCodes = {
  read: [],
  write: ['read_only_key'],
  admin: ['read_only_key', 'admin_key_required'],
} as const satisfies Record<Caller['scope'], readonly FailureCode[]>

/**
 * An `onRequest` hook: the API key must have this scope. Every route but GET names it, `read` where nothing is changed.
 * `access` is what a key with `permissions` must be permitted to do with the resource of the route's tag; a route that
 * only creates says `create`. A route with `write` or `admin` also names `replayStoredReply` of src/plugins/idempotency.ts.
 */
export function requireScope(scope: Caller['scope'], access: Access = scope === 'read' ? 'read' : 'write'): RouteHook {
  const hook: RouteHook = async ({ account }) => {
    if (scope !== 'read' && account.scope === 'read')
      throw new ApiError('read_only_key', 'This API key may only read; use one with the scope `write`.')
    if (scope === 'admin' && account.scope !== 'admin')
      throw new ApiError(
        'admin_key_required',
        'This changes the account, its keys or its webhooks; use a key with the scope `admin`.',
      )
  }
  return Object.assign(hook, { scope, access, codes: scopeCodes[scope] })
}

const planCodes = { codes: ['plan_limit'] } as const

/**
 * A `preValidation` hook: the plan of the account must have room for one more. `withinPlan` of
 * src/accounts/plan-limits.ts decides when it is created.
 */
export function requireCapacity(resource: LimitedResource, { db, config }: Pick<Services, 'db' | 'config'>): RouteHook {
  const hook: RouteHook = async ({ account }) => {
    const failure = await findPlanLimit({ db, plans: config.plans }, account.id, account.status, resource)
    if (failure) throw failure
  }
  return Object.assign(hook, planCodes)
}

/**
 * The same as an `onRequest` hook, before the body is read. A request with an `Idempotency-Key` passes, because it may
 * get a stored reply: the route also needs `requireCapacity`.
 */
export function requireCapacityEarly(...needed: Parameters<typeof requireCapacity>): RouteHook {
  const check = requireCapacity(...needed)
  const hook: RouteHook = async (request, reply) => {
    if (request.headers['idempotency-key'] === undefined) await check(request, reply)
  }
  return Object.assign(hook, planCodes)
}

/**
 * A `preHandler` hook of a route of one link, by the `id` in its path: for a key that is restricted to domains, a link
 * that is not on them does not exist.
 */
export function keepToDomains(needed: Pick<Services, 'db' | 'config'>): RouteHook {
  return async ({ account, params }) => {
    const { id } = params as { id: number }
    const isAllowed = await linkFilter(needed, account, [id])
    if (!isAllowed(id)) found(undefined, 'Link')
  }
}

/** The hooks that a route names itself. */
export function hooksOf({ onRequest = [], preValidation = [] }: RouteOptions): RouteHook[] {
  return [onRequest, preValidation].flat() as RouteHook[]
}

/** Refuses to start with a route that may change something and does not say which scope it requires. */
export function assertScope(route: RouteOptions): void {
  const methods = [route.method].flat()
  if (methods.every((method) => ['GET', 'HEAD', 'OPTIONS'].includes(method))) return
  if (!hooksOf(route).some(({ scope }) => scope !== undefined))
    throw new Error(`${methods.join()} ${route.url} has no requireScope(…)`)
}

/** Throws `domain_not_allowed`, for what is not about links on the domains of the key. */
export function refuseOutside(domains: readonly string[]): never {
  throw new ApiError('domain_not_allowed', `This API key is restricted to links on ${domains.join(', ')}.`)
}

const resourceOf = (tag: string) => Object.entries(resources).find(([name]) => name === tag)?.[1]

/**
 * A hook `onRoute` that sets what a restricted key must be permitted to do: what the route names in its `config`, else
 * by its tag and its `requireScope`; without one the route reads. Refuses to start with a route whose tag is no
 * resource. Routes that are not in the document have none: they do nothing themselves.
 */
export function statePermission(route: RouteOptions): void {
  if (route.schema?.hide) return
  const resource = resourceOf(route.schema?.tags?.[0] ?? '')
  if (!resource)
    throw new Error(`${route.method} ${route.url}: its tag is not in resources of schemas/key-restrictions.ts`)
  const access = hooksOf(route).find((hook) => hook.access)?.access ?? 'read'
  const permission = route.config?.permission ?? { resource, access }
  route.config = { ...route.config, permission }
  Object.assign(route.schema ?? {}, { 'x-permission': `${permission.resource}: ${permission.access}` })
}

/**
 * Throws `permission_required` if the key of a request may not do what its route does, or `needed` with its resource,
 * and `domain_not_allowed` if the key is restricted to domains and the route does not keep to them.
 */
export function assertPermission({ account, routeOptions }: FastifyRequest, needed?: Access): void {
  const { permission, isPerDomain } = routeOptions.config
  if (!permission) return
  const { resource, access } = { ...permission, ...(needed ? { access: needed } : {}) }
  if (!isPermitted(account, resource, access))
    throw new ApiError('permission_required', `This API key has no permission to ${access} ${resource}.`)
  if (account.domains !== null && !isPerDomain) refuseOutside(account.domains)
}
