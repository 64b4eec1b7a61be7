import { createDomain, deleteDomain, findDomain, listDomains, updateDomain } from '../../../db/queries/domains.ts'
import {
  DomainChange,
  DomainCreated,
  DomainDeleted,
  DomainList,
  DomainReply,
  DomainStatusReply,
  DomainUpdated,
  NewDomain,
} from '../../../schemas/domains.ts'
import { CreatedQuery } from '../../../schemas/lists.ts'
import { IdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { withinPlan } from '../../accounts/plan-limits.ts'
import { domainOf } from '../../domains/domain-name.ts'
import { isServed } from '../../domains/domain-status.ts'
import { type Fault, found, invalid, taken } from '../../errors/api-error.ts'
import { pictureOfField } from '../../pictures/picture-store.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { alsoReport } from '../../plugins/input.ts'
import { requireCapacity, requireCapacityEarly, requireScope } from '../../plugins/route-hooks.ts'
import { redirectFaults } from '../../routing/domain-redirects.ts'
import type { App, Services } from '../../services.ts'
import { formatTimestamp } from '../../time/timestamps.ts'
import { answer, done, failure, listReply, withWarnings } from '../replies.ts'

const tags = ['Branded domains']

export function domainRoutes(app: App, services: Services): void {
  const { db, config, checkDomain, domainChecks, signer, changes, pictures } = services

  app.get(
    '/domains',
    {
      schema: {
        operationId: 'listDomains',
        tags,
        summary: 'List branded domains',
        description: 'The branded domains of the account, newest first.',
        querystring: CreatedQuery,
        response: { 200: Ref(DomainList) },
      },
    },
    async ({ account, page }) => {
      return listReply('domains', await listDomains(db, account.id, page), page)
    },
  )

  app.get(
    '/domain/:id',
    {
      schema: {
        operationId: 'getDomain',
        tags,
        summary: 'Get a branded domain',
        description: 'One branded domain; `/api/domain/{id}/status` shows whether it is ready to serve.',
        params: IdPath('domain'),
        response: { 200: Ref(DomainReply) },
      },
    },
    async ({ account, params }) => {
      const { host: _, ...details } = found(await findDomain(db, account.id, params.id), 'Domain')
      return answer({ details })
    },
  )

  app.post(
    '/domain/add',
    {
      onRequest: [requireScope('write', 'create'), requireCapacityEarly('domains', services)],
      preValidation: [
        replayStoredReply,
        requireCapacity('domains', services),
        alsoReport(async ({ body: { domain } }) =>
          typeof domain === 'string' ? pointFaults(domainOf(domain).host) : [],
        ),
      ],
      schema: {
        operationId: 'createDomain',
        tags,
        summary: 'Add a branded domain',
        description:
          'Adds a domain whose DNS already points at the service. A host can belong to only one account, with either scheme.',
        body: Ref(NewDomain),
        response: {
          200: Ref(DomainCreated),
          400: failure('destination_blocked'),
          409: failure('domain_taken', 'alias_taken'),
        },
      },
    },
    async ({ account, body: { domain, ...rest }, answerOnce }) => {
      const name = domainOf(domain)
      const { caseinsensitive = false } = rest
      const [pointed, ownership] = await Promise.all([pointFaults(name.host), ownershipOf(account.id, name.host)])
      const faults = [...pointed, ...(await redirectFaults(services, { host: name.host, caseinsensitive }, rest))]
      if (faults.length > 0) throw invalid(faults)
      const checkedAt = config.domainCheck ? new Date() : null
      const values = { ...name, ...rest, ...ownership?.columns, verified_at: checkedAt, checked_at: checkedAt }
      const made = await answerOnce(db, async (db) => {
        const created = await withinPlan({ db, plans: config.plans }, account.id, 'domains', (db) =>
          createDomain(db, account, values),
        )
        if (created === 'taken') throw taken('domain_taken', '/domain', 'This domain is registered already.')
        if (created instanceof Date) throw taken('domain_taken', '/domain', reservedMessage(created))
        if ('conflicts' in created) throw taken('alias_taken', '/caseinsensitive', conflictMessage(created.conflicts))
        return answer({ id: created.id, ...(ownership && { proof: ownership.proof }) })
      })
      return withWarnings(made, await pictures.fetchMissing(account.id, pictureOfField('brandlogo', rest)))
    },
  )

  // The same token each time an account adds a host, so that a record that is kept goes on proving it.
  async function ownershipOf(accountId: number, host: string) {
    if (!config.domainProof) return null
    const token = signer.digest(['domain proof', String(accountId), host]).slice(0, 40)
    const { result, expected, found } = await services.proveDomain({ host, token, isPointed: true })
    const provenAt = result === 'txt' ? new Date() : null
    return {
      columns: { proof_token: token, proof_kind: provenAt && ('txt' as const), proven_at: provenAt },
      proof: { expected, found, verified: provenAt && formatTimestamp(provenAt), lost: null },
    }
  }

  async function pointFaults(host: string): Promise<Fault[]> {
    if (!config.domainCheck) return []
    const { ok, expected, found: seen, failed } = await checkDomain(host)
    if (ok) return []
    const records = seen.join(', ') || (failed ? 'no answer from its name servers' : 'no record')
    const message = `does not point at the service: expected ${expected.join(' or ')}, found ${records}`
    return [{ path: '/domain', message }]
  }

  app.get(
    '/domain/:id/status',
    {
      schema: {
        operationId: 'getDomainStatus',
        tags,
        summary: 'Check a branded domain',
        description:
          'Checks the DNS and the proof of ownership now: what is expected, what is found, and whether a TLS certificate may be ordered.',
        params: IdPath('domain'),
        response: { 200: Ref(DomainStatusReply) },
      },
    },
    async ({ account, params }) => {
      const { host } = found(await findDomain(db, account.id, params.id), 'Domain')
      const { check, proof, state, certificate } = found(await domainChecks.checkNow(host), 'Domain')
      // What the reply says is also how the host answers from now on.
      await changes.settle()
      return answer({
        data: {
          pointed: check.ok,
          expected: check.expected,
          found: check.found,
          tls: certificate.allowed,
          tlsuntil: certificate.until && formatTimestamp(certificate.until),
          verified: state.verified_at && formatTimestamp(state.verified_at),
          lost: state.lost_at && formatTimestamp(state.lost_at),
          served: isServed(state, { isChecked: config.domainCheck, isProofNeeded: config.domainProof }),
          proof: proof && {
            expected: proof.expected,
            found: proof.found,
            verified: state.proven_at && formatTimestamp(state.proven_at),
            lost: state.proof_lost_at && formatTimestamp(state.proof_lost_at),
          },
        },
      })
    },
  )

  app.put(
    '/domain/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'updateDomain',
        tags,
        summary: 'Update a branded domain',
        description:
          'Changes the redirects of the bare domain and of unknown paths, and whether case is ignored, which fails if aliases differ in case alone. null clears; fields that are not sent keep their value.',
        params: IdPath('domain'),
        body: Ref(DomainChange),
        response: { 200: Ref(DomainUpdated), 400: failure('destination_blocked'), 409: failure('alias_taken') },
      },
    },
    async ({ account, params, body }) => {
      const domain = found(await findDomain(db, account.id, params.id), 'Domain')
      const faults = await redirectFaults(services, domain, body)
      if (faults.length > 0) throw invalid(faults)
      const updated = found(await updateDomain(db, account, params.id, body), 'Domain')
      if ('conflicts' in updated) throw taken('alias_taken', '/caseinsensitive', conflictMessage(updated.conflicts))
      const warnings = await pictures.fetchMissing(account.id, pictureOfField('brandlogo', body))
      return withWarnings(done('Domain has been updated successfully.'), warnings)
    },
  )

  app.delete(
    '/domain/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteDomain',
        tags,
        summary: 'Delete a branded domain',
        description:
          'Deletes a domain. Its links and pages keep their statistics but are not served until they get another domain.',
        params: IdPath('domain'),
        response: { 200: Ref(DomainDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteDomain(db, account, params.id), 'Domain')
      return done('Domain has been deleted successfully.')
    },
  )
}

const conflictMessage = (conflicts: readonly string[]) =>
  `The domain has or had aliases that differ only in case: ${conflicts.join('; ')}. Change or delete one of each.`

const reservedMessage = (until: Date) =>
  `This domain was deleted and stays reserved for its account until ${formatTimestamp(until)} UTC: that account can add it again at once.`
