/** A request to a server failed: the failure that it sent, or that there was no proper reply. */
export class RequestError extends Error {
  readonly code: string
  readonly errors: unknown
  /** Seconds to wait before the next attempt, if the server said so. */
  readonly retryAfterS: number | undefined

  constructor(message: string, code: string, { errors, retryAfterS }: { errors?: unknown; retryAfterS?: number } = {}) {
    super(message)
    this.code = code
    this.errors = errors
    this.retryAfterS = retryAfterS
  }
}
