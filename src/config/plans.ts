import { readFileSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const limit = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description }))

const Limits = Type.Object(
  {
    links: limit('Short links.'),
    qrcodes: limit('QR codes.'),
    domains: limit('Branded domains.'),
    requests_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
)

const Status = Type.Union([Type.Literal('free'), Type.Literal('pro')])

const Price = Type.Union([
  Status,
  Type.Object(
    { status: Status, days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })) },
    { additionalProperties: false },
  ),
])

const Prices = Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Price)

const PlansFile = Type.Object(
  {
    limits: Type.Optional(
      Type.Object({ free: Type.Optional(Limits), pro: Type.Optional(Limits) }, { additionalProperties: false }),
    ),
    prices: Type.Optional(
      Type.Object(
        {
          stripe: Type.Optional(Prices),
          paypal: Type.Optional(Prices),
          paddle: Type.Optional(Prices),
          paystack: Type.Optional(Prices),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export type PlanStatus = 'free' | 'pro'
/** The limits of a plan; absent ones are unlimited. */
type PlanLimits = Static<typeof Limits>
/** What a price buys; `days` are used if the event does not contain the paid period. */
export interface Sale {
  status: PlanStatus
  days?: number
}

export interface Plans {
  limits: Record<PlanStatus, PlanLimits>
  /** By provider, then by the provider's id of a price, plan or product. A provider without an entry has no map. */
  prices: Partial<Record<string, Map<string, Sale>>>
}

/** Reads plans.json, and adds a line to `faults` for each fault. With an empty path nothing is limited. */
export function readPlans(path: string, faults: string[]): Plans {
  const plans: Plans = { limits: { free: {}, pro: {} }, prices: {} }
  if (path === '') return plans
  let file: unknown
  try {
    file = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    faults.push(`PLANS_FILE: ${path} ${code ? `cannot be read (${code})` : 'is not valid JSON'}.`)
    return plans
  }
  if (!Value.Check(PlansFile, file)) {
    for (const error of [...Value.Errors(PlansFile, file)].slice(0, 10))
      faults.push(`PLANS_FILE: ${path}: ${error.path || '/'}: ${error.message}.`)
    return plans
  }
  plans.limits = { free: file.limits?.free ?? {}, pro: file.limits?.pro ?? {} }
  for (const [provider, prices] of Object.entries(file.prices ?? {}))
    plans.prices[provider] = new Map(
      Object.entries(prices).map(([id, sale]) => [id, typeof sale === 'string' ? { status: sale } : sale]),
    )
  return plans
}
