import type { Database } from '../../db/open.ts'
import { MAX_REPLAYED, MAX_TESTS } from '../../db/queries/deliveries.ts'
import { createWebhook, MAX_WEBHOOKS, resealSecrets, rotateSecret } from '../../db/queries/webhooks.ts'
import type { NewWebhook } from '../../schemas/webhooks.ts'
import { ApiError, found, keyUnknown } from '../errors/api-error.ts'
import type { Seal } from '../security/seal.ts'
import { newWebhookSecret } from './signature.ts'

/**
 * Creates a webhook with its secret. Throws `webhook_limit` if the account has the maximum number, and `key_unknown` if
 * it was deleted.
 */
export async function issueWebhook(db: Database, seal: Seal, accountId: number, webhook: NewWebhook) {
  const secret = newWebhookSecret()
  const id = await createWebhook(db, accountId, webhook, seal.seal(secret))
  if (id === undefined) throw keyUnknown()
  if (id === 'full')
    throw new ApiError('webhook_limit', `The account has ${MAX_WEBHOOKS} webhooks; delete one that is not used.`)
  return { id, secret }
}

/**
 * Replaces the secret of a webhook; the old one keeps signing for `overlap` seconds. Ends a pause. Throws `not_found`.
 */
export async function replaceSecret(db: Database, seal: Seal, accountId: number, id: number, overlap: number) {
  const secret = newWebhookSecret()
  found(await rotateSecret(db, accountId, id, seal.seal(secret), overlap), 'Webhook')
  return { id, secret }
}

/** Re-encrypts the secrets of all webhooks. A secret that `from` cannot decrypt is not changed. */
export function resealWebhooks(db: Database, from: Seal, to: Seal): Promise<void> {
  return resealSecrets(db, (sealed) => {
    const opened = from.open(sealed)
    return opened === undefined ? sealed : to.seal(opened)
  })
}

/** The result of a query that queues deliveries. Throws `not_found`, or `webhook_busy` if too many are pending. */
export function queued<T extends number | string | object>(result: T | undefined, noun: string): Exclude<T, 'full'> {
  const row = found(result, noun)
  if (row === 'full')
    throw new ApiError(
      'webhook_busy',
      `Too much waits for the webhook: at most ${MAX_REPLAYED} events and ${MAX_TESTS} tests. Wait until some are sent.`,
    )
  return row as Exclude<T, 'full'>
}
