import type { SourceRow } from '../record.ts'
import type { GetJson } from '../service-client.ts'

/** The key of a service and what to read with it. */
export interface ApiSettings {
  key: string
  /** The address of Shlink or Kutt, with its path; empty for services whose address is known. */
  base: string
  scope: string
}

/** A page of links; `cursor` is that of the next page, null after the last one. */
export interface Page {
  rows: Omit<SourceRow, 'row' | 'kind'>[]
  cursor: string | null
}

/** A service whose links are read through its API. */
export interface ApiReader {
  perMinute: number
  needs: readonly ('host' | 'scope')[]
  /** Reads one page; the first where `cursor` is "". */
  read(getJson: GetJson, settings: ApiSettings, cursor: string): Promise<Page>
}
