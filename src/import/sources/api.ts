import type { Ask } from '../ask.ts'
import type { SourceRow } from '../record.ts'

/** What is read of a service, and with which key. */
export interface ApiSettings {
  key: string
  /** Scheme and host of a service that people run themselves. */
  base: string
  scope: string
}

/** What a page of a service has, and where the next begins; null: it was the last. */
export interface Page {
  rows: Omit<SourceRow, 'row' | 'kind'>[]
  cursor: string | null
}

/** A service whose links are read through its API. */
export interface Api {
  perMinute: number
  needs: readonly ('host' | 'scope')[]
  /** Reads one page; the first where `cursor` is "". */
  read(ask: Ask, settings: ApiSettings, cursor: string): Promise<Page>
}
