import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { findPlanLimit, type LimitedResource } from '../accounts/plan-limits.ts'
import { ApiError } from '../errors/api-error.ts'
import type { FailureCode } from '../errors/codes.ts'
import type { Caller, Services } from '../services.ts'

/** A hook that a route of /api names; `codes` are the failures that it can answer with, for the document. */
export interface RouteHook {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>
  codes?: readonly FailureCode[]
  scope?: Caller['scope']
}

const scopeCodes = {
  read: [],
  write: ['read_only_key'],
  admin: ['read_only_key', 'admin_key_required'],
} as const satisfies Record<Caller['scope'], readonly FailureCode[]>

/** An `onRequest` hook: the API key must have this scope. Every route but GET names it, `read` where nothing is changed. */
export function requireScope(scope: Caller['scope']): RouteHook {
  const hook: RouteHook = async ({ account }) => {
    if (scope !== 'read' && account.scope === 'read')
      throw new ApiError('read_only_key', 'This API key may only read; use one with the scope `write`.')
    if (scope === 'admin' && account.scope !== 'admin')
      throw new ApiError(
        'admin_key_required',
        'This changes the account or its keys; use a key with the scope `admin`.',
      )
  }
  return Object.assign(hook, { scope, codes: scopeCodes[scope] })
}

const postponed = new WeakMap<FastifyRequest, ApiError>()

/** Why a request with an `Idempotency-Key` is refused, unless it has a stored answer: it may be what used the last room. */
export const postponedRefusal = (request: FastifyRequest): ApiError | undefined => postponed.get(request)

interface CapacityOptions {
  /** The field that, where it is true, lets the request succeed without making anything. Its hook is a `preValidation` one. */
  unless?: string
}

/**
 * An `onRequest` hook: the plan of the account must have room for one more. It refuses early, before the body is read;
 * `withinPlan` of src/accounts/plan-limits.ts decides when the thing is made.
 */
export function requireCapacity(
  resource: LimitedResource,
  { db, config }: Pick<Services, 'db' | 'config'>,
  { unless }: CapacityOptions = {},
): RouteHook {
  const hook: RouteHook = async (request) => {
    const { account, body, headers } = request
    if (unless !== undefined && (body as Record<string, unknown> | null | undefined)?.[unless] === true) return
    const failure = await findPlanLimit({ db, plans: config.plans }, account.id, account.status, resource)
    if (!failure) return
    if (unless !== undefined || headers['idempotency-key'] === undefined) throw failure
    postponed.set(request, failure)
  }
  return Object.assign(hook, { codes: ['plan_limit'] as const })
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
