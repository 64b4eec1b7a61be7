import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { LimitedResource } from '../../schemas/events.ts'
import { findPlanLimit } from '../accounts/plan-limits.ts'
import { ApiError } from '../errors/api-error.ts'
import type { FailureCode } from '../errors/codes.ts'
import type { Caller, Services } from '../services.ts'

/** A hook that a route of /api names; `codes` are the failures that it can answer with, for the document. */
export interface RouteHook {
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  codes?: readonly FailureCode[]
  scope?: Caller['scope']
}

const scopeCodes = {
  read: [],
  write: ['read_only_key'],
  admin: ['read_only_key', 'admin_key_required'],
} as const satisfies Record<Caller['scope'], readonly FailureCode[]>

/**
 * An `onRequest` hook: the API key must have this scope. Every route but GET names it, `read` where nothing is changed.
 * A route with `write` or `admin` also names `replayStoredReply` of src/plugins/idempotency.ts.
 */
export function requireScope(scope: Caller['scope']): RouteHook {
  const hook: RouteHook = async ({ account }) => {
    if (scope !== 'read' && account.scope === 'read')
      throw new ApiError('read_only_key', 'This API key may only read; use one with the scope `write`.')
    if (scope === 'admin' && account.scope !== 'admin')
      throw new ApiError(
        'admin_key_required',
        'This changes the account, its keys or its webhooks; use a key with the scope `admin`.',
      )
  }
  return Object.assign(hook, { scope, codes: scopeCodes[scope] })
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
