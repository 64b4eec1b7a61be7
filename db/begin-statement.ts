import type { TransactionSettings } from 'kysely'

/** The statement that begins a transaction with these settings. */
export function beginStatement({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  return `begin${level}${accessMode ? ` ${accessMode}` : ''}`
}
