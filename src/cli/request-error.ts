/** A request to a server failed: the failure that it sent, or that there was no proper reply. */
export class RequestError extends Error {
  readonly code: string
  readonly errors: unknown

  constructor(message: string, code: string, errors?: unknown) {
    super(message)
    this.code = code
    this.errors = errors
  }
}
