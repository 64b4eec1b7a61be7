/** How a client waits. The values left out are those the API recommends. */
export interface Waiting {
  /** Times a request is sent at most. Default 5. */
  attempts: number
  /** First wait in milliseconds, doubled each time. Default 500. */
  base: number
  /** Random milliseconds added to each wait, at most. Default 250. */
  jitter: number
  sleep: (milliseconds: number) => Promise<void>
}

export interface Limits {
  /** Sends a request when the rate limit allows, and again after a 429, a 503, or a lost connection where that is safe. */
  send(method: string, request: () => Promise<Response>): Promise<Response>
}

const numberOf = (response: Response, name: string): number | undefined => {
  const text = response.headers.get(name)
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}

/** Milliseconds until the window resets, by the clock of the service. */
function untilReset(response: Response): number {
  const reset = numberOf(response, 'X-RateLimit-Reset')
  if (reset === undefined) return 0
  const now = Date.parse(response.headers.get('Date') ?? '') || Date.now()
  return Math.max(0, reset * 1000 - now)
}

const realSleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export function makeLimits(given: Partial<Waiting>): Limits {
  const { attempts = 5, base = 500, jitter = 250, sleep = realSleep } = given
  // Nothing is sent before this, once a window is used up: asking then would only be refused.
  let resumeAt = 0

  const backoff = (attempt: number) => base * 2 ** (attempt - 1) + Math.random() * jitter

  return {
    async send(method, request) {
      for (let attempt = 1; ; attempt++) {
        const early = resumeAt - Date.now()
        if (early > 0) await sleep(early + Math.random() * jitter)
        let response: Response
        try {
          response = await request()
        } catch (error) {
          // A POST may have arrived before the connection broke: sent again, it could make the thing twice.
          if (attempt >= attempts || method === 'POST') throw error
          await sleep(backoff(attempt))
          continue
        }
        const asked = Math.max(
          (numberOf(response, 'Retry-After') ?? 0) * 1000,
          response.status === 429 ? untilReset(response) : 0,
        )
        if (response.status === 429) resumeAt = Math.max(resumeAt, Date.now() + asked)
        else if (numberOf(response, 'X-RateLimit-Remaining') === 0)
          resumeAt = Math.max(resumeAt, Date.now() + untilReset(response))
        if ((response.status !== 429 && response.status !== 503) || attempt >= attempts) return response
        await sleep(asked + backoff(attempt))
        if (response.status === 429) resumeAt = 0
      }
    },
  }
}
