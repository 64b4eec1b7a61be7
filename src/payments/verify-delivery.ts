import type { Provider } from '../../schemas/payments.ts'
import type { VerifyPaypal } from './paypal-signature.ts'
import { type Delivery, type Verification, verifyPaddle, verifyPaystack, verifyStripe } from './signatures.ts'

/** Verifies a delivery with the signature scheme of its provider. */
export function verifyDelivery(
  provider: Provider,
  delivery: Delivery,
  secrets: string[],
  verifyPaypal: VerifyPaypal,
): Verification | Promise<Verification> {
  if (provider === 'paypal') return verifyPaypal(delivery, secrets)
  const verify = { stripe: verifyStripe, paddle: verifyPaddle, paystack: verifyPaystack }[provider]
  return verify(delivery, secrets) ? 'good' : 'bad'
}
