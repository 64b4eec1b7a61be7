import t from 'tap'
import { importFile, linkOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)

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
