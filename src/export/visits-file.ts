import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { DETAILS } from '../../db/queries/visit-groups.ts'
import type { ShippedVisit } from '../../db/queries/visit-sink.ts'
import { removeOnSignal } from './interrupted.ts'

const TEXTS = [...(['country', 'referrer', 'browser', 'os', 'device', 'language', 'agent'] as const), ...DETAILS]
const element = {
  id: { type: 'INT64' },
  at: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  flag: { type: 'BOOLEAN' },
} as const

type Kind = keyof typeof element
const columns: [name: string, kind: Kind][] = [
  ['id', 'id'],
  ['at', 'at'],
  ['account_id', 'id'],
  ['subject', 'text'],
  ['subject_id', 'id'],
  ['class', 'text'],
  ['reason', 'text'],
  ['unique', 'flag'],
  ['campaign_id', 'id'],
  ['domain_id', 'id'],
  ...TEXTS.map((name): [string, Kind] => [name, 'text']),
]

const schema: SchemaElement[] = [
  { name: 'visits', num_children: columns.length + 1 },
  ...columns.map(([name, kind]): SchemaElement => ({ name, repetition_type: 'REQUIRED', ...element[kind] })),
  { name: 'channel_ids', repetition_type: 'REQUIRED', num_children: 1, converted_type: 'LIST' },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'REQUIRED', type: 'INT64' },
]

// A Date has no microseconds.
const microsOf = (at: string) =>
  BigInt(Date.parse(`${at.slice(0, 23).replace(' ', 'T')}Z`)) * 1000n + BigInt(at.slice(23))

const readers: Record<Kind, (value: unknown) => unknown> = {
  id: (value) => BigInt(value as number),
  at: (value) => microsOf(String(value)),
  text: (value) => value,
  flag: (value) => value,
}

/** A file of visits under a temporary name. */
export interface VisitsFile {
  /** Adds a group of rows. */
  write(visits: readonly ShippedVisit[]): Promise<void>
  /** Gives the file its name; what had it is replaced. */
  finish(): Promise<void>
  /** Deletes it, unless it is finished. */
  abort(): Promise<void>
}

/** Begins a Parquet file that only the user can read. */
export async function createVisitsFile(file: string): Promise<VisitsFile> {
  const partial = `${file}.${randomUUID()}.part`
  const handle: FileHandle = await open(partial, 'wx', 0o600)
  const keep = removeOnSignal(partial)
  const bytes = new ByteWriter()
  const flush = async () => {
    await handle.writeFile(bytes.getBytes())
    bytes.index = 0
  }
  const parquet = new ParquetWriter({ writer: bytes, schema, createdBy: 'Waymark' })
  return {
    async write(visits) {
      const columnData = columns.map(([name, kind]) => ({
        name,
        data: visits.map((visit) => readers[kind](visit[name])),
      }))
      const lists = visits.map(({ channel_ids: ids }) => (ids as number[]).map(BigInt))
      await parquet.write({
        columnData: [...columnData, { name: 'channel_ids', data: lists }],
        rowGroupSize: visits.length,
      })
      await flush()
    },
    async finish() {
      await parquet.finish()
      await flush()
      await handle.sync()
      await handle.close()
      await rename(partial, file)
      keep()
    },
    async abort() {
      await handle.close().catch(() => {})
      await rm(partial, { force: true })
      keep()
    },
  }
}
