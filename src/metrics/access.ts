import { hashKey } from '../security/secrets.ts'

/** Whether a header `Authorization` has the token. Hashes are compared, so that the time tells nothing about it. */
export const hasToken = (authorization: string | undefined, token: string): boolean =>
  hashKey(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '') === hashKey(token)
