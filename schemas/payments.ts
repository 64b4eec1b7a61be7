import { Type } from '@sinclair/typebox'
import { oneOf, type Static } from './ref.ts'
import { success } from './replies.ts'

export const Provider = oneOf(['stripe', 'paypal', 'paddle', 'paystack'], {
  description: 'The payment provider that sends the event.',
  examples: ['stripe'],
})
export type Provider = Static<typeof Provider>

/** The `:provider` of a receiver's path. */
export const ProviderPath = Type.Object({ provider: Provider })

export const PaymentEvent = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Id of the event, by which it is stored once. Providers with another name for it send that.',
        examples: ['evt_1PGZ2x2eZvKYlo2C'],
      }),
    ),
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Type of the event. Providers with another name for it send that.',
        examples: ['invoice.payment_succeeded'],
      }),
    ),
  },
  { $id: 'PaymentEvent', additionalProperties: true, description: 'An event as the payment provider sends it.' },
)
export type PaymentEvent = Static<typeof PaymentEvent>

export const PaymentEventReceived = success(
  'PaymentEventReceived',
  {
    message: Type.String({
      maxLength: 255,
      description: 'Whether the event is new, known or unverified.',
      examples: ['Event received.'],
    }),
  },
  'The event is stored, now or before. Its effect on an account follows after the response.',
)
