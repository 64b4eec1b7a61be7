import type { Static } from '@sinclair/typebox'
import {
  type Domain,
  type DomainCreated,
  type DomainProof,
  type DomainStatus,
  NewDomain,
} from '../../schemas/domains.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Api } from './api.ts'
import { apiOptions } from './api-options.ts'
import type { Command, Option, Values } from './command.ts'
import {
  countLine,
  fieldOptions,
  furtherFields,
  limitOption,
  MAX_LISTED,
  readFurther,
  readLimit,
  readOptions,
} from './fields.ts'
import { fieldTable, warningLines } from './screen.ts'

const CREATED = ['domain', 'redirectroot', 'redirect404', 'caseinsensitive', 'language']
const domainOption: Record<string, Option> = {
  domain: { value: 'id|host', about: 'The domain, by its number or its host.', required: true },
}

async function findDomain(api: Api, { domain }: Values): Promise<number> {
  const wanted = String(domain).toLowerCase()
  if (/^[1-9]\d{0,14}$/.test(wanted)) return Number(wanted)
  const { rows } = await api.list<Domain>('/api/domains', 'domains', MAX_LISTED)
  const found = rows.find((row) => wanted === row.domain || wanted === String(row.domain).replace(/^https?:\/\//, ''))
  if (!found) throw new ApiError('not_found', `The account has no domain ${wanted}.`)
  return found.id
}

const proofLines = (proof: Pick<Static<typeof DomainProof>, 'expected' | 'verified'> | null | undefined): string[] =>
  proof && proof.verified === null
    ? ['To prove that the domain is yours, add one of these:', ...proof.expected.map((one) => `  ${one}`)]
    : []

/** Commands about branded domains. */
export const domainCommands: Command[] = [
  {
    name: 'domain list',
    options: { ...limitOption, ...apiOptions },
    async call({ connect }, values) {
      const listed = await (await connect()).list<Domain>('/api/domains', 'domains', readLimit(values))
      return {
        data: { result: listed.total, domains: listed.rows },
        table: {
          columns: [
            { title: 'id', isNumber: true },
            { title: 'domain', isWhole: true },
            { title: 'bare domain leads to' },
            { title: 'unknown paths lead to' },
          ],
          rows: listed.rows.map(({ id, domain, redirectroot, redirect404 }) => [id, domain, redirectroot, redirect404]),
        },
        lines: countLine(listed, 'domains'),
      }
    },
  },
  {
    name: 'domain add',
    options: { ...fieldOptions(NewDomain, CREATED), ...furtherFields, ...apiOptions },
    operand: 'domain',
    async call({ connect }, values) {
      const body = { ...readFurther(values), ...readOptions(NewDomain, CREATED, values) }
      const made = await (await connect()).ask<Static<typeof DomainCreated>>('POST', '/api/domain/add', { body })
      const { id, proof, warnings } = made
      return { data: made, lines: [`Domain ${id} was added.`, ...proofLines(proof), ...warningLines(warnings)] }
    },
  },
  {
    name: 'domain check',
    options: { ...domainOption, ...apiOptions },
    operand: 'domain',
    notes: ['It exits with 1 if the domain does not point at the service or is not served.'],
    async call({ connect }, values) {
      const api = await connect()
      const id = await findDomain(api, values)
      const { record: data } = await api.record<DomainStatus>(`/api/domain/${id}/status`, 'data')
      const { proof, ...status } = data
      const isReady = status.pointed === true && status.served === true
      return {
        data: { status: data },
        table: fieldTable(status),
        lines: [...proofLines(proof), isReady ? 'The domain is ready to serve.' : 'The domain is not ready to serve.'],
        code: isReady ? 0 : 1,
      }
    },
  },
  {
    name: 'domain delete',
    options: { ...domainOption, ...apiOptions },
    operand: 'domain',
    async call({ connect }, values) {
      const api = await connect()
      const path = `/api/domain/${await findDomain(api, values)}/delete`
      const { message } = await api.ask<{ message: string }>('DELETE', path)
      return { data: { message }, lines: [message] }
    },
  },
]
