import t from 'tap'
import { createCaches } from '../../src/cache/cache-registry.ts'
import { buildQrCode, type StoredCode } from '../../src/qr/code.ts'
import { createPictureCache } from '../../src/qr/picture-cache.ts'

const MAX_BYTES = 32 * 1024 * 1024

const stored: StoredCode = {
  code: 'Known12',
  type: 'text',
  data: { text: 'a code that anyone may ask for in any size' },
  is_static: true,
  background: null,
  foreground: null,
  logo_image: null,
  design: null,
  domain: null,
} as StoredCode
const code = buildQrCode(stored, { baseUrl: 'https://waymark.example' })
const caches = createCaches({ on: () => {}, onGap: () => {}, isInterrupted: false })
const draw = createPictureCache(caches)

t.test('5,000 different sizes stay within the cache limit and evict no usual size', async (t) => {
  const usual = await draw(code, 'svg', {})
  for (let i = 0; i < 5000; i++) {
    const { body } = await draw(code, 'svg', { size: 100 + (i % 900), margin: 5 + Math.floor(i / 900) })
    if (body.buffer.byteLength !== body.length) t.fail('a picture keeps more memory than its bytes')
  }
  const { qr_pictures, qr_pictures_odd } = caches.metrics()
  t.equal(draw(code, 'svg', {}), usual, 'at once, and not drawn again')
  t.ok((qr_pictures?.bytes ?? 0) + (qr_pictures_odd?.bytes ?? 0) <= MAX_BYTES)
  t.ok((qr_pictures_odd?.bytes ?? 0) <= 4 * 1024 * 1024)
  t.ok(qr_pictures_odd?.evictions)
  t.match(qr_pictures, { entries: 1, evictions: 0 })
})

t.test('cached pictures of all formats do not share memory', async (t) => {
  for (const format of ['png', 'webp', 'pdf', 'svg'] as const) {
    const { body } = await draw(code, format, { size: 300 })
    t.equal(body.buffer.byteLength, body.length, format)
    t.equal(draw(code, format, { size: 300 }), await draw(code, format, { size: 300 }))
  }
})
