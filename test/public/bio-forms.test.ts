import { sql } from 'kysely'
import t from 'tap'
import { MAX_ANSWERS } from '../../db/queries/bio-answers.ts'
import { PAGE_LANGUAGES } from '../../src/locale/page-language.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { send } = service
const { db } = service.services.store
const client = await service.newClient()
const other = await service.newClient()

const CONSENT = 'I agree to be **called**. [Privacy](https://example.com/privacy)'
const FORM = {
  type: 'form',
  title: 'Join a tour',
  fields: [
    { kind: 'text', label: 'Name', required: true },
    { kind: 'multiline', label: 'Wishes' },
    { kind: 'email', label: 'E-mail', required: true },
    { kind: 'phone', label: 'Phone' },
    { kind: 'choice', label: 'Day', choices: ['Saturday', 'Sunday'] },
    { kind: 'checkbox', label: 'I bring a dog' },
  ],
  consent: CONSENT,
}

let made = 0
/** Creates a bio page and returns its path and id. */
async function makePage(blocks: object[], fields: object = {}): Promise<{ path: string; id: number }> {
  const custom = `form-${++made}`
  const reply = await client.post('/api/bio/add', { name: 'Ada', custom, blocks, ...fields })
  return { path: `/${custom}`, id: reply.body.id }
}

interface Shown {
  action: string
  /** The names of the fields by their labels. */
  names: Record<string, string>
  version: string
}

/** What a browser would read from the only form of a page, or from the one with this key. */
function readForm(page: string, key = 'form'): Shown {
  const [, form = ''] = new RegExp(`<form[^>]*action="\\?form=${key}"[^>]*>([^]*?)</form>`).exec(page) ?? []
  const names: Record<string, string> = {}
  for (const [, id, label] of form.matchAll(/<label for="([^"]*)"><span dir="auto">([^<]*)</g)) {
    const [, name = ''] = new RegExp(`id="${id}" name="([^"]*)"`).exec(form) ?? []
    names[label ?? ''] = name
  }
  return { action: `?form=${key}`, names, version: /name="version" value="([^"]*)"/.exec(form)?.[1] ?? '' }
}

const show = async (path: string, headers = {}) => (await send('GET', path, { headers })).text

const ENTERED = {
  Name: 'Ada <b>',
  Wishes: 'Two\r\nlines',
  'E-mail': 'ada@example.com',
  Phone: '+49 30 901820',
  Day: 'Sunday',
  consent: 'on',
}
let addresses = 0
/** Sends a form as a browser does: what was entered, by label. */
async function post(
  path: string,
  entered: Record<string, string>,
  { shown, headers = {}, ip }: { shown?: Shown; headers?: object; ip?: string } = {},
) {
  const form = shown ?? readForm(await show(path))
  const fields = Object.fromEntries(
    Object.entries(entered).map(([label, value]) => [form.names[label] ?? label, value]),
  )
  return send('POST', `${path}${form.action}`, {
    raw: new URLSearchParams({ version: form.version, homepage: '', ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ip: ip ?? `198.51.${++addresses >> 8}.${addresses & 255}`,
  })
}
const answersOf = async (id: number, query = '') => (await client.get(`/api/bio/${id}/answers${query}`)).body.data

t.test('an answer is stored with its labels and the text that was agreed to', async (t) => {
  const { path, id } = await makePage([FORM])
  const page = await show(path)
  t.match(page, 'I agree to be <strong>called</strong>. <a href="https://example.com/privacy"')
  t.notMatch(page, '<script')
  const { headers } = await send('GET', path)
  t.match(headers['content-security-policy'], "form-action 'self'")
  const sent = await post(path, ENTERED)
  t.match(sent, { status: 303, headers: { location: `${path}?sent=form` } })
  t.equal(sent.headers['set-cookie'], undefined)
  const thanks = await send('GET', `${path}?sent=form`, { headers: { 'accept-language': 'de' } })
  t.match(thanks, { status: 200, headers: { 'cache-control': 'private, no-store' } })
  t.match(thanks.text, 'Vielen Dank')
  t.match(thanks.text, `href="${path}"`)
  const { answers, result } = await answersOf(id)
  t.equal(result, 1)
  const [{ id: answer, date, consentdate, ...stored }] = answers
  t.strictSame(stored, {
    form: 'form',
    answers: [
      { kind: 'text', label: 'Name', value: 'Ada <b>' },
      { kind: 'multiline', label: 'Wishes', value: 'Two\nlines' },
      { kind: 'email', label: 'E-mail', value: 'ada@example.com' },
      { kind: 'phone', label: 'Phone', value: '+49 30 901820' },
      { kind: 'choice', label: 'Day', value: 'Sunday' },
      { kind: 'checkbox', label: 'I bring a dog', value: 'false' },
    ],
    consent: CONSENT,
  })
  t.equal(date, consentdate)
  t.match((await client.get(`/api/bio/${id}/answers/${answer}`)).body.answer, { id: answer, form: 'form' })
  t.match(
    (await client.get(`/api/bio/${id}`)).body.data,
    { clicks: 3 },
    'neither the answer nor the thanks are a visit',
  )
})

t.test('answers are paged, newest first, and are those of the account alone', async (t) => {
  const { path, id } = await makePage([
    { ...FORM, key: 'tour', thanks: 'See **you**.', button: 'Join' },
    { ...FORM, fields: [{ kind: 'text', label: 'Question' }], consentrequired: false },
  ])
  for (const name of ['One', 'Two', 'Three'])
    await post(path, { ...ENTERED, Name: name }, { shown: readForm(await show(path), 'tour') })
  t.equal((await post(path, { Question: '' })).status, 303)
  t.match(await show(`${path}?sent=tour`), 'See <strong>you</strong>.')
  t.match(await show(path), '>Join</span>')
  const names = ({ answers }: { answers: { answers: { value: string }[] }[] }) =>
    answers.map(({ answers: [first] }) => first?.value)
  const first = await answersOf(id, '?limit=2')
  t.match(first, { result: 4, maxpage: 2, answers: [{ consent: null, consentdate: null, form: 'form' }, {}] })
  t.same(names(first), ['', 'Three'])
  t.same(names(await answersOf(id, `?limit=2&after=${first.nextcursor}`)), ['Two', 'One'])
  t.same(names(await answersOf(id, '?form=tour&direction=asc')), ['One', 'Two', 'Three'])
  t.equal((await answersOf(id, '?created_before=2020-01-01')).result, 0)
  t.equal((await answersOf(id, '?created_after=2020-01-01')).result, 4)
  const [{ id: answer }] = first.answers
  for (const path of [`/api/bio/${id}/answers`, `/api/bio/${id}/answers/${answer}`])
    t.equal((await other.get(path)).status, 404)
  t.equal((await other.delete(`/api/bio/${id}/answers/${answer}`)).status, 404)
  t.equal((await client.delete(`/api/bio/${id}/answers/${answer}`)).status, 200)
  t.equal((await client.delete(`/api/bio/${id}/answers/${answer}`)).status, 404)
  t.equal((await answersOf(id)).result, 3)
})

t.test('faults are told beside their fields in the language of the page, and what was entered stays', async (t) => {
  const { path, id } = await makePage([FORM])
  const entered = { Name: ' ', Wishes: '<i>"x"', 'E-mail': 'ada', Phone: 'call me', Day: 'Monday' }
  const { status, text, headers } = await post(path, entered, { headers: { 'accept-language': 'de' } })
  t.equal(status, 400)
  t.match(headers['content-security-policy'], "form-action 'self'")
  t.match(text, '<title>Fehler: Ada</title>')
  const { names } = readForm(text)
  const faultOf = (label: string) => {
    const id = `form-${names[label]}`
    t.match(text, new RegExp(`id="${id}"[^>]* aria-invalid="true" aria-describedby="${id}-fault"`))
    return new RegExp(`id="${id}-fault">([^<]*)<`).exec(text)?.[1]
  }
  t.equal(faultOf('Name'), 'Dieses Feld muss ausgefüllt sein.')
  t.match(faultOf('E-mail'), 'Geben Sie eine E-Mail-Adresse ein')
  t.match(faultOf('Phone'), 'Geben Sie eine Telefonnummer ein')
  t.match(faultOf('Day'), 'Wählen Sie einen Eintrag')
  t.match(text, 'id="form-consent-fault">Setzen Sie hier')
  t.equal(text.match(/autofocus/g)?.length, 1)
  t.match(text, 'value="ada"')
  t.match(text, '&lt;i&gt;&quot;x&quot;</textarea>')
  const json = await post(path, entered, { headers: { accept: 'application/json' } })
  t.match(json, { status: 400, body: { code: 'invalid_request' } })
  t.equal(json.body.errors.length, 5)
  const long = await post(path, { ...ENTERED, Name: 'x'.repeat(256), Wishes: 'y'.repeat(2001) })
  t.equal(long.text.match(/Use at most (255|2,000) characters/g)?.length, 2)
  t.equal((await post(path, { ...ENTERED, Wishes: '山'.repeat(2000), Phone: '٠٣٠ ٩٠١٨٢٠' })).status, 303)
  t.equal((await post(path, { ...ENTERED, Wishes: 'z'.repeat(70_000) })).status, 413)
  t.equal((await post(path, { ...ENTERED, Wishes: '\u0000\u0007a\ud800b\ufeff' })).status, 303)
  const { answers, result } = await answersOf(id)
  t.equal(result, 2)
  t.equal(answers[0].answers[1].value, 'a\ufffdb')
  for (const tag of PAGE_LANGUAGES) {
    const { text } = await post(path, entered, { headers: { 'accept-language': tag } })
    const messages = [...text.matchAll(/class="fault"[^>]*>([^<]+)</g)].map(([, message]) => message)
    t.equal(new Set(messages).size, 6, tag)
  }
})

t.test('what programs enter, other sites send or the form no longer asks is not stored', async (t) => {
  const { path, id } = await makePage([FORM])
  const shown = readForm(await show(path))
  t.equal((await post(path, { ...ENTERED, homepage: 'https://spam.example/' })).status, 303)
  const foreign = await post(path, ENTERED, { headers: { 'sec-fetch-site': 'cross-site' } })
  t.match(foreign, { status: 400, text: 'this form has changed' })
  t.match(foreign.text, 'value="ada@example.com"')
  for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'http://elsewhere.example' }, { origin: 'x' }])
    t.equal((await post(path, ENTERED, { headers })).status, 400)
  await client.put(`/api/bio/${id}/update`, { blocks: [{ ...FORM, consent: 'I agree to all.' }] })
  await service.services.changes.settle()
  const outdated = await post(path, ENTERED, { shown })
  t.match(outdated, { status: 400, text: 'this form has changed' })
  t.notMatch(outdated.text, /name="consent" required checked/)
  t.equal((await answersOf(id)).result, 0)
  t.equal((await post(path, ENTERED, { shown: readForm(outdated.text) })).status, 303)
  t.match((await answersOf(id)).answers, [{ consent: 'I agree to all.' }])
  await client.put(`/api/bio/${id}/update`, { blocks: [] })
  await service.services.changes.settle()
  t.match(await post(path, ENTERED, { shown }), { status: 404, text: 'This form is closed.' })
})

t.test('forms of drafts and of blocks that are not shown now take nothing', async (t) => {
  const draft = await makePage([FORM], { published: false })
  const later = await makePage([{ ...FORM, from: '2120-01-01' }])
  const open = await makePage([FORM])
  const shown = readForm(await show(open.path))
  const preview = (await client.get(`/api/bio/${draft.id}`)).body.details.preview.replace('http://localhost:3000', '')
  t.match(await show(preview), /<button class="go" type="submit" disabled>/)
  t.equal((await post(draft.path, ENTERED, { shown })).status, 404)
  t.equal((await post(later.path, ENTERED, { shown })).status, 404)
  t.equal((await answersOf(draft.id)).result + (await answersOf(later.id)).result, 0)
})

t.test('answers are exported as a table, with the labels of all times', async (t) => {
  const fields = [
    { kind: 'text', label: 'Name' },
    { kind: 'phone', label: '=1+1' },
  ]
  const { path, id } = await makePage([{ ...FORM, fields, consent: 'Yes' }])
  await post(path, { Name: '=HYPERLINK("https://evil.example")', '=1+1': '+49 30', consent: 'on' })
  const changed = [...Array(9).keys()].map((i) => ({ kind: 'text', label: `L${i}` }))
  await client.put(`/api/bio/${id}/update`, { blocks: [{ ...FORM, fields: [...changed, fields[0]] }] })
  await service.services.changes.settle()
  await post(path, { Name: 'Bo\nb', L8: 'a,b', consent: 'on' })
  const { headers, text } = await client.get(`/api/bio/${id}/answers.csv`)
  t.match(headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': /^attachment; filename="answers-/,
  })
  const [head, first, second, end] = text.split('\r\n')
  t.equal(head, "id,form,date,consent,consentdate,Name,'=1+1,L0,L1,L2,L3,L4,L5,L6,L7,L8")
  t.match(first, /^\d+,form,[^,]+,Yes,[^,]+,"'=HYPERLINK\(""https:\/\/evil\.example""\)",'\+49 30,,,,,,,,,$/)
  t.match(second, /,Bo b,,,,,,,,,,"a,b"$/)
  t.equal(end, '')
  const only = await client.get(`/api/bio/${id}/answers.csv?form=other`)
  t.equal(only.text, 'id,form,date,consent,consentdate\r\n')
  t.equal((await other.get(`/api/bio/${id}/answers.csv`)).status, 404)
  // More labels than get a column.
  await sql`
    insert into bio_answers (account_id, bio_id, form, answers)
    select ${client.id}::bigint, ${id}::bigint, 'many', jsonb_build_array(jsonb_build_object('kind', 'text', 'label', 'M' || n, 'value', 'V' || n))
    from generate_series(1, 450) n`.execute(db)
  const many = (await client.get(`/api/bio/${id}/answers.csv?form=many`)).text.split('\r\n')
  t.equal(many.length, 452)
  t.match(many[0], /,M199,M200,more$/)
  t.match(many[450], /,M450: V450$/)
})

t.test('a form works on a branded domain', async (t) => {
  const host = 'forms.example.org'
  await client.post('/api/domain/add', { domain: `https://${host}` })
  const { id } = (
    await client.post('/api/bio/add', { name: 'Ada', custom: 'tour', domain: `https://${host}`, blocks: [FORM] })
  ).body
  const headers = { host }
  const page = await send('GET', '/tour', { headers, isElsewhere: true })
  const { names, version } = readForm(page.text)
  const fields = Object.fromEntries(Object.entries(ENTERED).map(([label, value]) => [names[label] ?? label, value]))
  const sent = await send('POST', '/tour?form=form', {
    raw: new URLSearchParams({ version, ...fields }).toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    isElsewhere: true,
  })
  t.match(sent, { status: 303, headers: { location: '/tour?sent=form' } })
  t.equal((await answersOf(id)).result, 1)
})

t.test('an address and a page are limited', async (t) => {
  const { path, id } = await makePage([FORM])
  const shown = readForm(await show(path))
  const bad = () => post(path, { consent: 'on' }, { shown, ip: '203.0.113.9' })
  const foreign = { origin: 'https://elsewhere.example' }
  for (let i = 0; i < 3; i++)
    t.equal((await post(path, ENTERED, { shown, ip: '203.0.113.9', headers: foreign })).status, 400)
  for (let i = 0; i < 60; i++) t.equal((await bad()).status, 400)
  const limited = await post(path, ENTERED, { shown, ip: '203.0.113.9' })
  t.match(limited, { status: 429, text: 'Too many attempts' })
  t.ok(Number(limited.headers['retry-after']) > 0)
  t.match(limited.text, 'value="ada@example.com"', 'what was entered stays')
  t.equal((await post(path, ENTERED, { shown })).status, 303)
  for (let i = 0; i < 130; i++) await post(path, {}, { shown })
  t.equal((await post(path, ENTERED, { shown })).status, 303, 'what is not stored takes nothing from others')
  for (let i = 0; i < 118; i++) await post(path, ENTERED, { shown })
  t.equal((await post(path, ENTERED, { shown })).status, 429)
  t.equal((await answersOf(id)).result, 120)
})

t.test(
  'forms from another site are limited apart from those of the page, and then answered without the page',
  async (t) => {
    const { path } = await makePage([FORM])
    const shown = readForm(await show(path))
    const ip = '203.0.113.10'
    const foreign = () => post(path, ENTERED, { shown, ip, headers: { origin: 'https://elsewhere.example' } })
    for (let i = 0; i < 60; i++) t.equal((await foreign()).status, 400)
    const limited = await foreign()
    t.match(limited, { status: 429, text: 'Too many attempts' })
    t.ok(Number(limited.headers['retry-after']) > 0)
    t.notMatch(limited.text, '<form', 'the page is not made')
    t.equal((await post(path, ENTERED, { shown, ip })).status, 303)
  },
)

t.test('a choice may have spaces at its ends and two in a row', async (t) => {
  const choices = ['Sat  10:00', ' Sunday ']
  const { path, id } = await makePage([
    { ...FORM, fields: [{ kind: 'choice', label: 'Day', choices, required: true }] },
  ])
  const page = await show(path)
  for (const choice of choices) t.match(page, `<option value="${choice}">`)
  for (const Day of choices) t.equal((await post(path, { Day, consent: 'on' })).status, 303)
  t.equal((await post(path, { Day: 'Monday', consent: 'on' })).status, 400)
  t.equal((await answersOf(id)).result, 2)
})

t.test('a page with all answers that it may have is closed until some are deleted', async (t) => {
  const { path, id } = await makePage([FORM])
  await sql`
    insert into bio_answers (account_id, bio_id, form, answers)
    select ${client.id}::bigint, ${id}::bigint, 'form', '[]' from generate_series(1, ${MAX_ANSWERS - 1}::integer)`.execute(
    db,
  )
  const shown = readForm(await show(path))
  const replies = await Promise.all([1, 2, 3].map(() => post(path, ENTERED, { shown })))
  t.same(replies.map(({ status }) => status).sort(), [303, 404, 404])
  await service.services.changes.settle()
  t.match(await show(path), 'This form is closed.')
  t.notMatch(await show(path), '<form')
  const { result, answers } = await answersOf(id)
  t.equal(result, MAX_ANSWERS)
  await client.delete(`/api/bio/${id}/answers/${answers[0].id}`)
  await service.services.changes.settle()
  t.match(await show(path), '<form')
  await client.delete(`/api/bio/${id}/delete`)
  const left = await db.selectFrom('bio_answers').select('id').where('bio_id', '=', id).execute()
  t.equal(left.length, 0, 'answers are deleted with their page')
})

t.test('a form must have fields that can be told apart, and choices where they belong', async (t) => {
  const faults = async (form: object) => {
    const { body } = await client.post('/api/bio/add', { name: 'Ada', blocks: [{ ...FORM, ...form }] })
    return (body.errors ?? []).map(({ path, message }: { path: string; message: string }) => `${path} ${message}`)
  }
  const field = { kind: 'text', label: 'Name' }
  t.match(await faults({ fields: [] }), ['/blocks/0/fields '])
  t.match(
    await faults({
      fields: Array(11)
        .fill(field)
        .map((one, i) => ({ ...one, label: `L${i}` })),
    }),
    ['/blocks/0/fields '],
  )
  t.match(await faults({ fields: [field, { ...field, kind: 'email' }] }), [
    '/blocks/0/fields/1/label must be different from',
  ])
  t.match(await faults({ fields: [{ ...field, kind: 'choice' }] }), ['/blocks/0/fields/0/choices is required'])
  t.match(await faults({ fields: [{ ...field, kind: 'file' }] }), ['/blocks/0/fields/0/kind '])
  t.match(await faults({ consent: undefined }), ['/blocks/0/consent is required'])
  t.match(await faults({ key: 'No key' }), ['/blocks/0/key '])
})
