import t from 'tap'
import { importFile, linkOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const header = { kind: 'export', format: 'waymark-export', version: 1 }
const fileOf = (...records: object[]) =>
  [header, ...records, { kind: 'end' }].map((record) => `${JSON.stringify(record)}\n`).join('')

t.test('a further alias of another link is noted on the row that asks for it', async (t) => {
  const client = await service.newClient()
  const plain = 'URL,Alias\nhttps://e.example.com/1,extra-1\nhttps://e.example.com/2,extra-2\n'
  await importFile(service, client, 'csv', plain)
  const more =
    'URL,Alias,Aliases\nhttps://e.example.com/1,extra-1,extra-2|extra-3\nhttps://e.example.com/1,extra-1,extra-3|extra-4\n'
  const said = { outcome: 'replaced', notes: ['The further alias extra-2 is taken.'] }
  for (let i = 0; i < 2; i++)
    t.match((await importFile(service, client, 'csv', more, '&conflicts=replace')).rows, [
      said,
      { outcome: 'replaced', notes: null },
    ])
  t.match((await linkOf(client, 'extra-1')).details, { aliases: ['extra-3', 'extra-4'] })
  const created =
    'URL,Alias,Aliases\nhttps://e.example.com/5,extra-5,extra-6\nhttps://e.example.com/7,extra-7,extra-6|extra-8\n'
  t.match((await importFile(service, client, 'csv', created)).rows, [
    { outcome: 'created', notes: null },
    { outcome: 'created', notes: ['The further alias extra-6 is taken.'] },
  ])
})

t.test('codes and templates whose logo is not in the file have a note of it', async (t) => {
  const client = await service.newClient()
  const logo = { logo: 'https://example.com/logo.png' }
  const code = { kind: 'qr', id: 1, code: `Logo${client.id}`, type: 'text', data: 'x', ...logo }
  const file = fileOf({ kind: 'qrtemplate', id: 1, name: 'Plain', ...logo }, code, {
    ...code,
    id: 2,
    code: `Place${client.id}`,
    domain: 'https://nowhere.example',
  })
  const lost = 'The file does not have the picture of the logo: set the logo again.'
  const { rows } = await importFile(service, client, 'waymark', file)
  t.strictSame(
    rows.map(({ outcome, notes }) => [outcome, notes?.[0], notes?.length]),
    [
      ['created', lost, 1],
      ['created', lost, 1],
      ['created', lost, 2],
    ],
  )
  const again = await importFile(service, client, 'waymark', file)
  t.strictSame(
    again.rows.map(({ outcome }) => outcome),
    ['skipped', 'skipped', 'skipped'],
  )
})
