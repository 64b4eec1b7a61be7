import t from 'tap'
import type { AccountPayment } from '../../db/queries/payments.ts'
import { computePaidTime } from '../../src/payments/paid-time.ts'

const DAY = 86_400_000
// In quadratic time this takes longer than a file of tests may.
const COUNT = 20_000

t.test('the plan of an account with thousands of purchases is computed quickly', async (t) => {
  const now = Date.now()
  const payment = (i: number): AccountPayment => {
    const at = new Date(now - (COUNT - i) * 1000)
    return {
      ...{ provider: 'stripe', payment: `pi_${i}`, refs: [`pi_${i}`], account_id: 1, subject: `pi_${i}` },
      ...{ customer: null, amount: 100, currency: 'usd', granted: true, paid_at: at, refunded_at: null },
      ...{ until: null, days: 1, counted_at: at, starts_by: null, named: true, forgotten: false, created_at: at },
    }
  }
  const payments = Array.from({ length: COUNT }, (_, i) => payment(i))
  const grants = payments.map(({ provider, subject }) => ({
    ...{ provider, subject: subject ?? '', customer: null, named: true },
    ...{ ended_at: null, price: null, priced_at: null },
  }))
  const trial = { until: new Date(now + 14 * DAY), isTrial: true, since: null }
  t.equal(Number(computePaidTime({ grants, periods: [], payments }, trial).bought), now + (14 + COUNT) * DAY)
  const refunded = payments.map((one) => ({ ...one, refunded_at: new Date(now) }))
  t.equal(computePaidTime({ grants, periods: [], payments: refunded }, trial).bought, null)
})
