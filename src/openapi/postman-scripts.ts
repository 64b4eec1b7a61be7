// Scripts that Postman and newman run before and after each request, as lists of lines.

const lines = (text: string) => text.trim().split('\n')

/** Before every request: sets an id of this run, and waits for the rate limit to reset if no request is left. */
export const BEFORE_SCRIPT = lines(`
if (!pm.collectionVariables.get('run')) {
  pm.collectionVariables.set('run', Math.random().toString(36).slice(2, 10).padEnd(8, '0'))
}
// Postman sends the request only after all timers have ended.
const wait = Number(pm.collectionVariables.get('resume_at') || 0) - Date.now()
if (wait > 0) {
  console.log('Waiting ' + Math.ceil(wait / 1000) + ' s for the rate limit to reset')
  setTimeout(function () {}, wait)
}
`)

/**
 * After every request: stores when the next one may be sent, by the server's clock and with a margin of half a second.
 */
export const AFTER_SCRIPT = lines(`
const remaining = pm.response.headers.get('X-RateLimit-Remaining')
const retryAfter = Number(pm.response.headers.get('Retry-After') || 0)
const reset = Number(pm.response.headers.get('X-RateLimit-Reset') || 0)
const serverNow = Date.parse(pm.response.headers.get('Date')) || Date.now()
let pause = 0
if (pm.response.code === 429 && retryAfter > 0) pause = retryAfter * 1000 + 500
else if (remaining === '0' && reset > 0) pause = reset * 1000 - serverNow + 500
pm.collectionVariables.set('resume_at', String(pause > 0 ? Date.now() + pause : 0))
`)

const store: Record<string, string> = {
  register: `
  if (!pm.variables.get('api_key')) pm.collectionVariables.set('api_key', body.apikey)
  pm.collectionVariables.set('registered', 'yes')`,
  getAccount: `
  pm.collectionVariables.set('account_email', body.data.email)`,
}

const SUCCEEDS = `
  pm.test('answers 200', function () {
    pm.response.to.have.status(200)
  })
  pm.test('error is 0', function () {
    pm.expect(Number(body.error), body.message).to.equal(0)
  })`

const tests: Record<string, string> = {
  receivePaymentEvent: `
  // Only the provider can sign events: if its secret is set, this request must be rejected.
  pm.test('is recorded, or rejected as unsigned', function () {
    pm.expect(pm.response.code, body.message).to.be.oneOf([200, 401])
    pm.expect(Number(body.error)).to.equal(pm.response.code === 200 ? 0 : 1)
  })`,
}

const FILE_SUCCEEDS = `
  pm.test('answers 200', function () {
    pm.response.to.have.status(200)
  })`

/**
 * The test of one request: `error` must be 0 (or "0"), and the id of the response is stored; of a file only the status
 * is tested. 429 responses are retried.
 */
export function testScript(operationId: string, variable: string, isDelete: boolean, isFile: boolean): string[] {
  const storeId = isDelete
    ? `\n  pm.collectionVariables.unset('${variable}')`
    : variable
      ? `\n  pm.collectionVariables.set('${variable}', String(body.id))`
      : ''
  return lines(`
const attempts = Number(pm.collectionVariables.get('attempts') || 0)
if (pm.response.code === 429 && attempts < 5) {
  pm.collectionVariables.set('attempts', String(attempts + 1))
  pm.execution.setNextRequest(pm.info.requestId)
} else {
  pm.collectionVariables.set('attempts', '0')
${isFile ? FILE_SUCCEEDS.slice(1) : `  const body = pm.response.json()${tests[operationId] ?? SUCCEEDS}${storeId}${store[operationId] ?? ''}`}
}
`)
}
