import t from 'tap'
import { directionOf, type Lettering, outlineText } from '../../src/vector/lettering.ts'
import type { Path } from '../../src/vector/path.ts'

const lettering = async (text: string): Promise<Lettering> => {
  const made = await outlineText(text)
  if ('missing' in made) throw new Error(`${text}: ${made.missing}`)
  return made
}
const rounded = (path: Path) =>
  path.map(([kind, ...numbers]) => [kind, ...numbers.map((at) => Math.round(at * 1000))].join())

t.test('every script has glyphs, and their ink lies on the line', async (t) => {
  const texts = [
    'Scan me',
    'Ünïçødé ŝ',
    'Отсканируй',
    'Σκανάρισέ',
    'Quét mã',
    'امسح',
    'סרוק',
    'मुझे',
    'สแกน',
    '扫描',
    '掃描',
    'スキャン',
    '스캔',
    'আমাকে',
    'என்னை',
    'స్కాన్',
    'સ્કેન',
    'ਸਕੈਨ',
    'ಸ್ಕ್ಯಾನ್',
    'സ്കാൻ',
    'ස්කෑන්',
    'ស្កេន',
    'ສະແກນ',
    'ဖတ်ပါ',
    'დამასკანერე',
    'Սկանավորիր',
    'ይቃኙኝ',
    '€ 5 – 10 %',
  ]
  for (const text of texts) {
    const { advance, ink } = await lettering(text)
    t.ok(advance > 0.5 && ink.width > advance * 0.6 && ink.width < advance * 1.2, text)
    t.ok(ink.y > -1.6 && ink.y < -0.3 && ink.y + ink.height < 1, text)
  }
})

t.test('letters join, and combine with their marks', async (t) => {
  const [joined, apart] = [await lettering('سلام'), await lettering('س ل ا م')]
  t.ok(joined.advance < apart.advance * 0.9, 'Arabic letters have other forms in a word')
  const [syllable, letters] = [await lettering('क्ष'), await lettering('क ष')]
  t.ok(syllable.advance < letters.advance * 0.8, 'a conjunct of Devanagari is one sign')
  t.same(await lettering('e\u0301'.normalize('NFC')), await lettering('é'))
})

t.test('a text of both directions is in visual order', async (t) => {
  t.equal(directionOf('امسح Scan'), 'rtl')
  t.equal(directionOf('Scan امسح'), 'ltr')
  t.equal(directionOf('123'), 'ltr')
  const [both, left, right] = [await lettering('Scan אב'), await lettering('Scan'), await lettering('אב')]
  const shown = rounded(both.path)
  t.same(shown.slice(0, left.path.length), rounded(left.path), 'the Latin word begins')
  t.same(shown.length, left.path.length + right.path.length)
  const hebrew = await lettering('אב Scan')
  t.same(rounded(hebrew.path).slice(0, left.path.length), rounded(left.path), 'and is on the left in a Hebrew text')
  // א is to the right of ב.
  const [alef, bet] = [await lettering('א'), await lettering('ב')]
  t.same(rounded(right.path).slice(0, bet.path.length), rounded(bet.path))
  t.ok(Math.abs(right.advance - alef.advance - bet.advance) < 0.1)
})

t.test('Chinese characters have the shapes of the language of the text', async (t) => {
  const first = async (text: string, length: number) =>
    rounded((await lettering(text)).path)
      .slice(0, length)
      .join()
  const { path } = await lettering('骨')
  t.not(await first('骨です', path.length), await first('骨', path.length))
})

t.test('characters without a glyph are named, each once', async (t) => {
  t.same(await outlineText('a🎉b🎉𓀀'), { missing: ['🎉', '𓀀'] })
  t.same(await outlineText('👨‍👩‍👧'), { missing: ['👨‍👩‍👧'] })
  t.match(await outlineText(' '), { path: [], ink: { width: 0 } })
})
