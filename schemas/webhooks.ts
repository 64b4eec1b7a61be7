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
        description: 'Id of the event: one id is taken once. A provider that names it otherwise sends its own name.',
        examples: ['evt_1PGZ2x2eZvKYlo2C'],
      }),
    ),
    type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Type of the event. A provider that names it otherwise sends its own name.',
        examples: ['invoice.payment_succeeded'],
      }),
    ),
  },
  { $id: 'PaymentEvent', additionalProperties: true, description: 'An event as the payment provider sends it.' },
)
export type PaymentEvent = Static<typeof PaymentEvent>

export const PaymentEventReceived = success(
  'PaymentEventReceived',
  { message: Type.String({ maxLength: 255, description: 'What became of the event.', examples: ['Event received.'] }) },
  'The event is stored, or was before. What it means for an account is worked out after the answer.',
)
