import t from 'tap'
import type { NewQr } from '../../schemas/qr.ts'
import { createDrawingQueue } from '../../src/pictures/queue.ts'
import { readQrInputs } from '../../src/qr/new-codes.ts'
import { makeSymbol, measureSymbol } from '../../src/qr/symbol.ts'

const bodiesOf = (length: number) =>
  Array.from(
    { length },
    (_, i): NewQr => ({ type: 'link', data: 'https://example.com', domain: `https://${i}.example.com` }),
  )
const referencesWith = (domains: (domain: unknown) => null) =>
  ({ domains, templates: new Map() }) as unknown as Parameters<typeof readQrInputs>[4]
const sources = {} as Parameters<typeof readQrInputs>[3]

t.test('each code of a request has turns of the event loop of its own', async (t) => {
  const inTurn = { read: new Set<unknown>(), checked: 0 }
  const most = { read: 0, checked: 0 }
  let checked = 0
  let isOver = false
  const count = () => {
    most.read = Math.max(most.read, inTurn.read.size)
    most.checked = Math.max(most.checked, inTurn.checked)
    inTurn.read.clear()
    inTurn.checked = 0
    if (!isOver) setImmediate(count)
  }
  const config = {
    get baseUrl() {
      inTurn.checked++
      checked++
      return 'https://go.example.com'
    },
  }
  const domains = (domain: unknown) => {
    inTurn.read.add(domain)
    return null
  }
  setImmediate(count)
  const inputs = await readQrInputs(bodiesOf(60), config, false, sources, referencesWith(domains))
  isOver = true
  t.equal(inputs.length, 60)
  t.ok(most.read <= 2, `${most.read} bodies are read in a turn`)
  t.ok(most.checked <= 2, `${most.checked} codes are checked in a turn`)
  t.equal(checked, 60, 'also the code that is decoded is read once')
})

t.test('a picture waits for few codes of a request', async (t) => {
  const draw = createDrawingQueue(1, 1)
  const read = new Set<unknown>()
  const references = referencesWith((domain) => {
    read.add(domain)
    return null
  })
  const inputs = readQrInputs(bodiesOf(300), { baseUrl: 'https://go.example.com' }, false, sources, references)
  const before = await draw(async () => read.size)
  t.ok(before <= 5, `${before} codes are read before`)
  t.equal((await inputs).length, 300)
})

t.test('the size of a symbol and of its logo is known without its modules', async (t) => {
  const logo = { png: Buffer.alloc(0), width: 30, height: 20 } as unknown as Parameters<typeof makeSymbol>[1]
  for (const length of [1, 7, 40, 120, 299, 301, 700, 957, 958, 959, 1800, 2331, 2332, 3000, 7000])
    for (const unit of ['7', 'A', 'a', 'ä', 'a1B2'])
      for (const image of [null, logo]) {
        const payload = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
        const made = makeSymbol(payload, image)
        const sizes = made && { size: made.size, logo: made.logo }
        t.strictSame(measureSymbol(payload, image), sizes, `${length} of ${unit}${image ? ' with a logo' : ''}`)
      }
})
