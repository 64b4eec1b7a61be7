import type { Database } from '../../db/open.ts'
import { createWebhook, MAX_WEBHOOKS, rotateSecret } from '../../db/queries/webhooks.ts'
import type { NewWebhook } from '../../schemas/webhooks.ts'
import { ApiError, found } from '../errors/api-error.ts'
import type { Seal } from '../security/seal.ts'
import { newWebhookSecret } from './signature.ts'

/** Creates a webhook with its secret. Throws `webhook_limit` where the account has as many as it may have. */
export async function issueWebhook(db: Database, seal: Seal, accountId: number, webhook: NewWebhook) {
  const secret = newWebhookSecret()
  const id = await createWebhook(db, accountId, webhook, seal.seal(secret))
  if (id === undefined)
    throw new ApiError('webhook_limit', `The account has ${MAX_WEBHOOKS} webhooks; delete one that is not used.`)
  return { id, secret }
}

/** Gives a webhook a new secret; the old one signs too for `overlap` seconds. Throws `not_found`. */
export async function replaceSecret(db: Database, seal: Seal, accountId: number, id: number, overlap: number) {
  const secret = newWebhookSecret()
  const until = new Date(Date.now() + overlap * 1000)
  found(await rotateSecret(db, accountId, id, seal.seal(secret), until), 'Webhook')
  return { id, secret }
}
