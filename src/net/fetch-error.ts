const MESSAGES = {
  fetch_url: 'This is not an http or https URL.',
  fetch_credentials: 'The URL must not contain a user name or password.',
  fetch_port: 'The port of the URL is not allowed.',
  fetch_busy: 'Too many URLs are being fetched; try again shortly.',
  // One code for private addresses and unknown names: different ones would reveal the names of the internal network.
  fetch_address: 'The URL does not lead to a server on the public internet.',
  fetch_redirects: 'The URL redirects too often.',
  fetch_timeout: 'The server took too long to answer.',
  fetch_too_large: 'The response is too large.',
  fetch_failed: 'The URL could not be fetched.',
} as const

export type FetchErrorCode = keyof typeof MESSAGES

/** The only error of a SafeFetch. The message can be shown to the user who sent the URL; `cause` is for the log. */
export class FetchError extends Error {
  readonly code: FetchErrorCode
  constructor(code: FetchErrorCode, cause?: unknown) {
    super(MESSAGES[code], { cause })
    this.name = 'FetchError'
    this.code = code
  }
}

const temporary: ReadonlySet<FetchErrorCode> = new Set(['fetch_timeout', 'fetch_failed', 'fetch_busy'])

/** Whether the same fetch may succeed later. */
export const isTemporary = ({ code }: FetchError): boolean => temporary.has(code)
