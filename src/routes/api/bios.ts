import { type BioRow, createBio, deleteBio, findBio, listBios, updateBio } from '../../../db/queries/bios.ts'
import {
  type Bio,
  BioChange,
  BioCreated,
  BioDeleted,
  BioList,
  BioQuery,
  BioReply,
  BioUpdated,
  NewBio,
} from '../../../schemas/bios.ts'
import { ExternalIdPath } from '../../../schemas/paths.ts'
import { Ref } from '../../../schemas/ref.ts'
import { IncludeQuery } from '../../../schemas/statistics.ts'
import { hostOf } from '../../domains/domain-name.ts'
import { type Fault, found, invalid } from '../../errors/api-error.ts'
import { aliasTaken, refused } from '../../links/alias-taken.ts'
import { readDomain } from '../../links/link-input.ts'
import { aliasUrl } from '../../links/public-urls.ts'
import { picturesOfBio } from '../../pictures/picture-store.ts'
import { replayStoredReply } from '../../plugins/idempotency.ts'
import { alsoReport } from '../../plugins/input.ts'
import { requireScope } from '../../plugins/route-hooks.ts'
import { ACCESS, bioStatement } from '../../routing/owner-access.ts'
import type { App, Services } from '../../services.ts'
import { DAY_MS } from '../../time/timestamps.ts'
import { classesOf } from '../../visits/time-series.ts'
import { readStatistics } from '../../visits/top-lists.ts'
import { answer, done, failure, listReply, withWarnings } from '../replies.ts'

const tags = ['Bio pages']
const PREVIEW_MS = DAY_MS

export function bioRoutes(app: App, { db, config, reservedAliases, signer, pictures }: Services): void {
  const bioRecord = <T extends BioRow>({ origin, ...row }: T) => ({
    ...row,
    link: aliasUrl(config, origin, row.alias),
  })

  // undefined: not sent; null: the service's own host.
  const findDomain = async (accountId: number, domain: unknown) => {
    const faults: Fault[] = []
    const id = typeof domain === 'string' ? await readDomain(db, config, accountId, domain, faults) : undefined
    return { id, faults }
  }
  const domainIdOf = async (accountId: number, domain: string | undefined) => {
    const { id, faults } = await findDomain(accountId, domain)
    if (faults.length > 0) throw invalid(faults)
    return id
  }
  const domainFaults = async (accountId: number, domain: unknown) => (await findDomain(accountId, domain)).faults

  const previewUrl = ({ id, link, published, attached }: Bio) => {
    if (published || !attached) return null
    return `${link}?${ACCESS}=${signer.sign(bioStatement(id), new Date(Date.now() + PREVIEW_MS))}`
  }

  app.get(
    '/bios',
    {
      schema: {
        operationId: 'listBios',
        tags,
        summary: 'List bio pages',
        description: 'The bio pages of the account, newest first.',
        querystring: BioQuery,
        response: { 200: Ref(BioList) },
      },
    },
    async ({ account, query, page }) => {
      const host = query.domain === undefined ? undefined : hostOf(query.domain)
      const filter = {
        ...(query.channel === undefined ? {} : { channel: query.channel }),
        ...(query.externalid === undefined ? {} : { externalid: query.externalid }),
        ...(host === undefined ? {} : { host: host === config.baseHost ? null : host }),
      }
      const { rows, ...counted } = await listBios(db, account.id, page, filter)
      return listReply('bios', { rows: rows.map((row): Bio => bioRecord(row)), ...counted }, page)
    },
  )

  app.get(
    '/bio/:id',
    {
      schema: {
        operationId: 'getBio',
        tags,
        summary: 'Get a bio page and its statistics',
        description: 'The page with all writable fields, and its visit statistics.',
        params: ExternalIdPath('bio'),
        querystring: IncludeQuery,
        response: { 200: Ref(BioReply) },
      },
    },
    async ({ account, params, query }) => {
      const bio = bioRecord(found(await findBio(db, account.id, params.id), 'Bio page'))
      return answer({
        details: { ...bio, preview: previewUrl(bio) },
        data: await readStatistics(db, 'bio', bio.id, classesOf(query.include)),
      })
    },
  )

  app.post(
    '/bio/add',
    {
      onRequest: requireScope('write', 'create'),
      preValidation: [replayStoredReply, alsoReport(({ account, body }) => domainFaults(account.id, body['domain']))],
      schema: {
        operationId: 'createBio',
        tags,
        summary: 'Create a bio page',
        description: 'Creates a page of links, texts and pictures with its own alias.',
        body: Ref(NewBio),
        response: {
          200: Ref(BioCreated),
          400: failure('alias_reserved', 'destination_blocked'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async ({ account, body: { custom, domain, ...columns }, answerOnce }) => {
      const domainId = (await domainIdOf(account.id, domain)) ?? null
      if (domainId === null && custom !== undefined && reservedAliases.isReserved(custom, 'own'))
        throw refused({ reason: 'reserved', alias: custom }, { alias: custom })
      const made = await answerOnce(db, async (db) => {
        const id = await createBio(db, account, columns, { domainId, alias: custom }, reservedAliases.generate)
        if (id === 'taken') throw aliasTaken()
        const { link } = bioRecord(found(await findBio(db, account.id, id), 'Bio page'))
        return answer({ id, link })
      })
      return withWarnings(made, await pictures.fetchMissing(account.id, picturesOfBio(columns)))
    },
  )

  app.put(
    '/bio/:id/update',
    {
      onRequest: requireScope('write'),
      preValidation: [replayStoredReply, alsoReport(({ account, body }) => domainFaults(account.id, body['domain']))],
      schema: {
        operationId: 'updateBio',
        tags,
        summary: 'Update a bio page',
        description:
          'Changes any of the fields; `blocks` replaces all blocks. null clears title, description and image.',
        params: ExternalIdPath('bio'),
        body: Ref(BioChange),
        response: {
          200: Ref(BioUpdated),
          400: failure('alias_reserved', 'destination_blocked'),
          409: failure('alias_taken', 'externalid_taken'),
        },
      },
    },
    async ({ account, params, body: { custom, domain, ...columns } }) => {
      const domainId = await domainIdOf(account.id, domain)
      const move = {
        ...(custom === undefined ? {} : { alias: custom }),
        ...(domainId === undefined ? {} : { domainId }),
        isReserved: (alias: string) => reservedAliases.isReserved(alias, 'own'),
      }
      const id = found(await updateBio(db, account, params.id, columns, move), 'Bio page')
      if (typeof id === 'object') throw refused(id, move)
      const warnings = await pictures.fetchMissing(account.id, picturesOfBio(columns))
      return withWarnings(done('Bio has been updated successfully.'), warnings)
    },
  )

  app.delete(
    '/bio/:id/delete',
    {
      onRequest: requireScope('write'),
      preValidation: replayStoredReply,
      schema: {
        operationId: 'deleteBio',
        tags,
        summary: 'Delete a bio page',
        description: 'Deletes a page and removes it from its channels.',
        params: ExternalIdPath('bio'),
        response: { 200: Ref(BioDeleted) },
      },
    },
    async ({ account, params }) => {
      found(await deleteBio(db, account, params.id), 'Bio page')
      return done('Bio has been deleted successfully.')
    },
  )
}
