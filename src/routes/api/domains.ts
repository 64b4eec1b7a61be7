import {
  createDomain,
  deleteDomain,
  findDomain,
  listDomains,
  updateDomain,
  verifyHost,
} from '../../db/queries/domains.ts'
import {
  DomainChange,
  DomainCreated,
  DomainDeleted,
  DomainList,
  DomainStatusReply,
  DomainUpdated,
  NewDomain,
} from '../../schemas/domains.ts'
import { ListQuery } from '../../schemas/lists.ts'
import { IdPath } from '../../schemas/paths.ts'
import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import { type Fault, found, invalid, taken } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { answer, done, listReply, pageOf } from '../replies.ts'
import { domainOf } from '../work/domain-name.ts'
import { withinPlan } from '../work/plan-limits.ts'

const tags = ['Branded domains']

export function domainRoutes(app: App, { db, config, checkDomain }: Parts): void {
  app.get(
    '/domains',
    {
      schema: {
        operationId: 'listDomains',
        tags,
        summary: 'List branded domains',
        description: 'The branded domains of the account, newest first.',
        querystring: ListQuery,
        response: { 200: Ref(DomainList) },
      },
    },
    async ({ account, query }) => {
      const page = pageOf(query)
      return listReply('domains', await listDomains(db, account.id, page), page)
    },
  )

  app.post(
    '/domain/add',
    {
      config: {
        makes: 'domains',
        lookUp: async ({ body: { domain } }) => (typeof domain === 'string' ? pointFaults(domainOf(domain).host) : []),
      },
      schema: {
        operationId: 'createDomain',
        tags,
        summary: 'Add a branded domain',
        description:
          'Adds a domain whose DNS already points at the service. A host belongs to one account, whatever its scheme. Other domains are not touched.',
        body: Ref(NewDomain),
        response: { 200: Ref(DomainCreated), 409: Ref(Failure) },
      },
    },
    async ({ account, body: { domain, ...rest } }) => {
      const name = domainOf(domain)
      const faults = await pointFaults(name.host)
      if (faults.length > 0) throw invalid(faults)
      const verified_at = config.domainCheck ? new Date() : null
      const values = { ...name, ...rest, verified_at }
      const id = await withinPlan({ db, plans: config.plans }, account.id, 'domains', (db) =>
        createDomain(db, account.id, values),
      )
      if (id === undefined) throw taken('domain_taken', '/domain', 'This domain is registered already.')
      return answer({ id })
    },
  )

  async function pointFaults(host: string): Promise<Fault[]> {
    if (!config.domainCheck) return []
    const { ok, expected, found: seen } = await checkDomain(host)
    if (ok) return []
    const message = `does not point at the service: expected ${expected.join(' or ')}, found ${seen.join(', ') || 'no record'}`
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
          'Asks the DNS now: which records were expected, which were found, and whether a TLS certificate can be had.',
        params: IdPath('domain'),
        response: { 200: Ref(DomainStatusReply) },
      },
    },
    async ({ account, params }) => {
      const { host } = found(await findDomain(db, account.id, params.id), 'Domain')
      const check = await checkDomain(host)
      if (check.ok) await verifyHost(db, host)
      return answer({
        data: { pointed: check.ok, expected: check.expected, found: check.found, tls: check.ok || !config.domainCheck },
      })
    },
  )

  app.put(
    '/domain/:id/update',
    {
      schema: {
        operationId: 'updateDomain',
        tags,
        summary: 'Update a branded domain',
        description: 'Changes where the bare domain and its unknown paths lead. null clears; what is not sent stays.',
        params: IdPath('domain'),
        body: Ref(DomainChange),
        response: { 200: Ref(DomainUpdated) },
      },
    },
    async ({ account, params, body }) => {
      found(await updateDomain(db, account.id, params.id, body), 'Domain')
      return done('Domain has been updated successfully.')
    },
  )

  app.delete(
    '/domain/:id/delete',
    {
      schema: {
        operationId: 'deleteDomain',
        tags,
        summary: 'Delete a branded domain',
        description:
          'Deletes a domain. Its links and pages keep their statistics but are not served until they are given another domain.',
        params: IdPath('domain'),
        response: { 200: Ref(DomainDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteDomain(db, account.id, params.id), 'Domain')
      return done('Domain has been deleted successfully.')
    },
  )
}
