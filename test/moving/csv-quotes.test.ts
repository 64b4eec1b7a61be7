import t from 'tap'
import { type Imported, importFile, linkOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

// How cells of a CSV file are quoted.
const service = await startService(t)
const client = await service.newClient()
const run = (...lines: string[]) => importFile(service, client, 'csv', `${lines.join('\n')}\n`)
const textsOf = async (alias: string) => {
  const { title, description } = (await linkOf(client, alias)).details
  return [title, description]
}
const messages = ({ rows }: Imported) => rows.map(({ errors }) => errors?.[0]?.message)

t.test('quotes with a backslash are read where they end a cell, too', async (t) => {
  const result = await run(
    '"url","alias","title","description"',
    '"https://example.com/1","back-1","say \\"x\\"","a \\\\ b"',
    '"https://example.com/2","back-2","5\\", 6\\"", ""',
    '"https://example.com/3","back-3","\\"x\\" said","12\\""',
  )
  t.match(result.details, { created: 3, failed: 0 })
  t.same(await textsOf('back-1'), ['say "x"', 'a \\ b'])
  t.same(await textsOf('back-2'), ['5", 6"', null])
  t.same(await textsOf('back-3'), ['"x" said', '12"'])
  const doubled = await run('"url","alias","title"', '"https://example.com/1","back-4","say ""C:\\"" now"')
  t.match(doubled.details, { created: 1, failed: 0 })
  t.same(await textsOf('back-4'), ['say "C:\\" now', null])
})

t.test('quotes that are first written with a backslash after many rows', async (t) => {
  const plain = Array.from({ length: 700 }, (_, i) => `"","","${'x'.repeat(120)}${i}",""`)
  const result = await run('"url","alias","title","tags"', ...plain, '"https://example.com/","late-1","a \\"b\\"",""')
  t.same(await textsOf('late-1'), ['a "b"', null])
  t.match(result.details, { created: 1, failed: 700 })
})

t.test('a row whose quotes are written in another way than those before it fails', async (t) => {
  // Blank rows are not imported, and here as long as what is looked at of a file.
  const blank = Array.from({ length: 11 }, () => ' '.repeat(100_000))
  const titles = ['"say \\"x\\""', '"a \\"b\\", c"', '"5\\", 6\\""', '"size 5\\""']
  const rows = titles.map((title, i) => `"https://example.com/${i}","other-${i}",${title},""`)
  const result = await run(
    '"url","alias","title","tags"',
    '"https://example.com/","other-ok","C:\\",""',
    ...blank,
    ...rows,
    '"https://example.com/next","other-next","",""',
  )
  t.same(messages(result), [
    undefined,
    ...titles.map(
      () => 'has quotes that are written as \\", which the beginning of the file has not: write them as ""',
    ),
  ])
  t.equal(result.rows[1]?.row, 14, 'blank rows count')
  t.same(await textsOf('other-ok'), ['C:\\', null])
  const reverse = await run(
    'url,alias,title,tags',
    'https://example.com/1,mixed-1,"say \\"x\\" now",',
    ...blank,
    'https://example.com/2,mixed-2,"say ""x, y""",',
    'https://example.com/3,mixed-3,"""",',
  )
  const fault = 'has quotes that are not written as \\", as the beginning of the file has them'
  t.same(messages(reverse), [undefined, fault, fault])
})

t.test('a quoted cell may have spaces around its quotes, and other cells may have quotes', async (t) => {
  const { rows } = await run(
    'url,alias,title,tags',
    'https://example.com/1,space-1,"a, b" ,"c" ',
    'https://example.com/2,space-2, "say ""hi"", ok"\t,',
    'https://example.com/3,space-3,"x" y,',
    'https://example.com/4,space-4,5" nails,',
    'https://example.com/5,space-5,"a, b" ',
  )
  t.same(
    rows.map(({ outcome }) => outcome),
    rows.map(() => 'created'),
  )
  const titles = ['a, b', 'say "hi", ok', '"x" y', '5" nails', 'a, b']
  for (const [i, title] of titles.entries()) t.same(await textsOf(`space-${i + 1}`), [title, null])
})
