import t from 'tap'
import { createLookupLimit } from '../../src/security/lookup-limit.ts'

function newLimit() {
  const limit = createLookupLimit({ maxUnknown: 60, maxLookups: 60, windowMs: 600_000 })
  const counted = { lookups: 0 }
  const ask = async (ip: string) =>
    limit
      .run(ip, async () => {
        counted.lookups++
        return null
      })
      .catch(() => {})
  return { counted, ask }
}

t.test('the networks of an IPv6 /48 cannot displace their counts by many addresses', async (t) => {
  const { counted, ask } = newLimit()
  // Each round asks from all 65,536 networks (/64), those of one /56 after the other.
  for (let round = 0; round < 2; round++)
    for (let network = 0; network < 65_536; network++) await ask(`2001:db8:1:${network.toString(16)}::1`)
  t.equal(counted.lookups, 256 * 4 * 60, 'each /56 has four times the limit of an address')
})

t.test('addresses that have reached the limit are not forgotten because of many others', async (t) => {
  const { counted, ask } = newLimit()
  for (let i = 0; i < 60; i++) await ask('203.0.113.1')
  for (let i = 0; i < 60_000; i++) await ask(`198.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
  const before = counted.lookups
  for (let i = 0; i < 60; i++) await ask('203.0.113.1')
  t.equal(counted.lookups, before)
})
