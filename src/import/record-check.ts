import type { TSchema } from '@sinclair/typebox'
import * as appLinkSchemas from '../../schemas/app-links.ts'
import * as bioBlockSchemas from '../../schemas/bio-blocks.ts'
import * as bioLookSchemas from '../../schemas/bio-looks.ts'
import {
  ImportedAnswer,
  ImportedBio,
  ImportedCampaign,
  ImportedChannel,
  ImportedDay,
  ImportedDomain,
  ImportedLink,
  ImportedOverlay,
  ImportedPixel,
  ImportedQr,
  ImportedQrTemplate,
  ImportedSplash,
  ImportedWebhook,
} from '../../schemas/import-records.ts'
import * as overlaySchemas from '../../schemas/overlays.ts'
import * as qrContentSchemas from '../../schemas/qr-content.ts'
import * as qrDesignSchemas from '../../schemas/qr-design.ts'
import * as targetSchemas from '../../schemas/targets.ts'
import type { Fault } from '../errors/api-error.ts'
import type { Checks } from '../validation/checks.ts'
import { type AjvError, faultsOf } from '../validation/faults.ts'
import { normalize } from '../validation/normalize.ts'
import { storageFault } from '../validation/stored-text.ts'
import { createCompiler } from './compiler.ts'
import type { Kind } from './record.ts'

const schemas: Record<Kind, TSchema> = {
  domain: ImportedDomain,
  pixel: ImportedPixel,
  overlay: ImportedOverlay,
  splash: ImportedSplash,
  campaign: ImportedCampaign,
  channel: ImportedChannel,
  webhook: ImportedWebhook,
  qrtemplate: ImportedQrTemplate,
  link: ImportedLink,
  bio: ImportedBio,
  answer: ImportedAnswer,
  qr: ImportedQr,
  day: ImportedDay,
}

/** The fields of the record of a kind. */
export const fieldsOf = (kind: Kind): string[] => Object.keys(schemas[kind]['properties'] as object)

const components = [
  appLinkSchemas,
  targetSchemas,
  bioBlockSchemas,
  bioLookSchemas,
  overlaySchemas,
  qrContentSchemas,
  qrDesignSchemas,
]
  .flatMap((module) => Object.values(module as object))
  .filter((value): value is TSchema => typeof value === 'object' && value !== null && '$id' in value)

const MAX_FAULTS = 10
const MAX_DEPTH = 16

/** The normalized record of a row and its faults, with the same messages as a normal create. */
export type CheckRecord = (
  kind: Kind,
  record: Record<string, unknown>,
) => { record: Record<string, unknown>; faults: Fault[] }

/**
 * Normalizes and validates records with the schemas and checks of normal creates. A schema is compiled when it is first
 * needed.
 */
export function createRecordCheck(checks: Checks): CheckRecord {
  const known = Object.fromEntries(components.map((component) => [component.$id as string, component]))
  const build = createCompiler(checks, known)
  const compiled = new Map<Kind, ReturnType<typeof build>>()
  const resolve = (id: string) => known[id] as TSchema
  return (kind, given) => {
    const record = normalize(schemas[kind], given, resolve) as Record<string, unknown>
    const stored = textFaults(record)
    if (stored.length > 0) return { record, faults: stored }
    const validate = compiled.get(kind) ?? build({ schema: schemas[kind] })
    compiled.set(kind, validate)
    const errors = validate(record) ? [] : ((validate.errors ?? []) as AjvError[])
    return { record, faults: faultsOf(errors).slice(0, MAX_FAULTS) }
  }
}

/** A fault for each text that a database cannot store. */
function textFaults(value: unknown, path = '', depth = 0): Fault[] {
  if (typeof value === 'string') {
    const message = storageFault(value)
    return message === null ? [] : [{ path, message }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (depth === MAX_DEPTH) return [{ path, message: `is nested more than ${MAX_DEPTH} levels deep` }]
  const faults: Fault[] = []
  for (const [name, member] of Object.entries(value)) {
    if (storageFault(name) !== null) return [{ path, message: 'has a field whose name cannot be stored' }]
    faults.push(...textFaults(member, `${path}/${name.slice(0, 64)}`, depth + 1))
    if (faults.length >= MAX_FAULTS) break
  }
  return faults.slice(0, MAX_FAULTS)
}
