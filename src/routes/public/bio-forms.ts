import type { FastifyReply, FastifyRequest } from 'fastify'
import { createAnswer } from '../../../db/queries/bio-answers.ts'
import { type Fault, invalid, notFoundFailure, tooMany } from '../../errors/api-error.ts'
import type { Look } from '../../html/look.ts'
import type { RenderedBio } from '../../pages/bio-page-cache.ts'
import {
  answersOf,
  type Entered,
  type FormBlock,
  nameOf,
  readEntered,
  SENT,
  SENT_TO,
} from '../../pages/form-answers.ts'
import { messagePage } from '../../pages/message.ts'
import { queryOf } from '../../routing/visit-query.ts'
import { createIpLimit } from '../../security/ip-limit.ts'
import { waitAbove } from '../../security/window-counters.ts'
import type { Services } from '../../services.ts'
import { sendRefusal } from './errors.ts'
import { isFromElsewhere } from './foreign-forms.ts'
import { lookOf } from './looks.ts'

// Forms that an address may send, and answers that a page takes.
const OF_ADDRESS = { name: 'form', max: 60, windowMs: 10 * 60_000 }
// Counted for themselves: another site must not use up the forms that its visitors may send.
const OF_FOREIGN = { ...OF_ADDRESS, name: 'foreign-form' }
const OF_PAGE = { max: 120, windowMs: 60_000 }

/**
 * Creates the function that takes a form of a bio page. There is no cookie and no session, so that a forged request can do
 * nothing that its sender could not; from another site a form is shown again instead.
 */
export function createFormTaker({ db, counters }: Pick<Services, 'db' | 'counters'>) {
  const limitAddress = createIpLimit(counters, OF_ADDRESS)
  const limitForeign = createIpLimit(counters, OF_FOREIGN)
  const waitOfPage = async (bioId: number) =>
    waitAbove(OF_PAGE.max, await counters.increment(`bio-form:${bioId}`, OF_PAGE.windowMs))

  return async (id: number, bio: RenderedBio, request: FastifyRequest, reply: FastifyReply) => {
    const key = new URLSearchParams(queryOf(request.url)).get(SENT_TO) ?? ''
    const form = bio.forms.get(key)
    if (!form) return sendClosed({ ...lookOf(request), language: bio.language }, reply)
    const body = (request.body ?? {}) as Record<string, unknown>
    const isForeign = isFromElsewhere(request)
    const entered = readEntered(form, body, isForeign)
    const again = (wait?: number) => bio.showForms({ again: { key, entered, ...(wait === undefined ? {} : { wait }) } })
    const refuse = (waitMs: number) => {
      const failure = tooMany('Too many forms were sent; try again later.', waitMs)
      const seconds = Math.ceil(waitMs / 1000)
      // The page, which costs more, is for visitors, who would lose what they entered.
      return sendRefusal(reply, failure, isForeign ? waitPage(lookOf(request), bio, seconds) : again(seconds))
    }
    const waitMs = await (isForeign ? limitForeign : limitAddress)(request.ip)
    if (waitMs > 0) return refuse(waitMs)
    if (!entered.isTrapped) {
      const faults = faultsOf(form, entered)
      if (faults.length > 0) return sendRefusal(reply, invalid(faults), again())
      // Only what would be stored takes from others.
      const pageWaitMs = await waitOfPage(id)
      if (pageWaitMs > 0) return refuse(pageWaitMs)
      const consent = entered.isAgreed ? form.consent : null
      const stored = await createAnswer(db, id, { form: key, answers: answersOf(form, entered), consent })
      if (stored === undefined) throw notFoundFailure()
      if (stored === 'full') return sendRefusal(reply, notFoundFailure(), bio.showForms({ state: 'full' }))
    }
    const headers = { Location: `${bio.path}?${SENT}=${key}`, 'Cache-Control': 'no-store' }
    return reply.code(303).headers(headers).send()
  }
}

function waitPage(look: Look, { heading, language }: RenderedBio, seconds: number) {
  const text = language.texts.password.tooMany(language.wait(seconds))
  return messagePage({ ...look, language }, { title: heading, text })
}

function sendClosed(look: Look, reply: FastifyReply) {
  const { closed, closedText } = look.language.texts.bio.form
  return sendRefusal(reply, notFoundFailure(), messagePage(look, { title: closed, text: closedText }))
}

const MESSAGES = {
  required: 'is required',
  email: 'must be an e-mail address, such as ada@example.com',
  phone: 'must be a phone number, such as +49 30 901820',
  choice: 'must be one of the choices',
  tooLong: 'is too long',
} as const

// For programs; visitors get the texts of the page.
function faultsOf(form: FormBlock, { faults, isConsentMissing, isOutdated }: Entered): Fault[] {
  const found = form.fields.flatMap((field): Fault[] => {
    const fault = faults.get(nameOf(field))
    return fault === undefined ? [] : [{ path: `/${nameOf(field)}`, message: MESSAGES[fault] }]
  })
  if (isConsentMissing) found.push({ path: '/consent', message: 'is required' })
  return isOutdated ? [{ path: '/version', message: 'is not that of the form as it is now' }, ...found] : found
}
