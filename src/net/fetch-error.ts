const REFUSALS = {
  fetch_url: 'This is not an http or https address.',
  fetch_credentials: 'The address must not carry a user name or password.',
  fetch_port: 'The port of the address is not one of the web.',
  fetch_busy: 'Too many addresses are being fetched just now; try again shortly.',
  // One code for "private" and "unknown": telling them apart would map the names of our own network.
  fetch_address: 'The address does not lead to a server on the public internet.',
  fetch_redirects: 'The address redirects too often.',
  fetch_timeout: 'The server took too long to answer.',
  fetch_too_large: 'What the address holds is too large.',
  fetch_failed: 'The address could not be fetched.',
} as const

export type FetchRefusal = keyof typeof REFUSALS

/** The only error of a SafeFetch. The message may be shown to the user who gave the URL; `cause` is for the log. */
export class FetchRefused extends Error {
  readonly code: FetchRefusal
  constructor(code: FetchRefusal, cause?: unknown) {
    super(REFUSALS[code], { cause })
    this.name = 'FetchRefused'
    this.code = code
  }
}
