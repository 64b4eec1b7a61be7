/** How a client waits. The defaults are those the API recommends. */
export interface RetryOptions {
  /** How often a request is sent at most. Default 5. */
  attempts: number
  /** First wait in milliseconds, doubled each time. Default 500. */
  base: number
  /** Up to this many random milliseconds are added to each wait. Default 250. */
  jitter: number
  /** Waits; rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export interface Retry {
  /**
   * Sends a request when the rate limit allows, and again after a 429, a 503, a 409 with `Retry-After`, or a lost connection
   * where the request is repeatable.
   */
  send<T extends { response: Response }>(
    isRepeatable: boolean,
    request: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
}

const numberIn = (response: Response, name: string): number | undefined => {
  const text = response.headers.get(name)
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}

/** Milliseconds until the window resets, by the clock of the service. */
function untilReset(response: Response): number {
  const reset = numberIn(response, 'X-RateLimit-Reset')
  if (reset === undefined) return 0
  const now = Date.parse(response.headers.get('Date') ?? '') || Date.now()
  return Math.max(0, reset * 1000 - now)
}

const sleepFor = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })

export function createRetry(options: Partial<RetryOptions>): Retry {
  const { attempts = 5, base = 500, jitter = 250, sleep = sleepFor } = options
  // No request is sent before this time once a window is used up: it would only be refused.
  let resumeAt = 0

  const backoff = (attempt: number) => base * 2 ** (attempt - 1) + Math.random() * jitter

  return {
    async send<T extends { response: Response }>(
      isRepeatable: boolean,
      request: () => Promise<T>,
      signal?: AbortSignal,
    ) {
      for (let attempt = 1; ; attempt++) {
        const early = resumeAt - Date.now()
        if (early > 0) await sleep(early + Math.random() * jitter, signal)
        let result: T
        try {
          result = await request()
        } catch (error) {
          // A POST may have arrived before the connection broke: sent again, it could create the thing twice. A call that
          // has used up its time is not sent again.
          const isOver = signal?.aborted || (error instanceof Error && error.name === 'TimeoutError')
          if (attempt >= attempts || !isRepeatable || isOver) throw error
          await sleep(backoff(attempt), signal)
          continue
        }
        const { response } = result
        const wanted = Math.max(
          (numberIn(response, 'Retry-After') ?? 0) * 1000,
          response.status === 429 ? untilReset(response) : 0,
        )
        if (response.status === 429) resumeAt = Math.max(resumeAt, Date.now() + wanted)
        else if (numberIn(response, 'X-RateLimit-Remaining') === 0)
          resumeAt = Math.max(resumeAt, Date.now() + untilReset(response))
        // A 409 says when to repeat while the first request with its idempotency key is running.
        const isRefusedForNow = [429, 503].includes(response.status) || (response.status === 409 && wanted > 0)
        if (!isRefusedForNow || attempt >= attempts) return result
        await sleep(wanted + backoff(attempt), signal)
        if (response.status === 429) resumeAt = 0
      }
    },
  }
}
