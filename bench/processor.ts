import { readdirSync, readFileSync } from 'node:fs'
import type postgres from 'postgres'

/** Processor seconds that the open sessions of a database have used, by the kernel's count. The server runs on this machine. */
export async function processorSeconds(admin: postgres.Sql, database: string): Promise<number> {
  const rows = await admin<{ pid: number }[]>`select pid from pg_stat_activity where datname = ${database}`
  const known = new Set(readdirSync('/proc'))
  let ticks = 0
  for (const { pid } of rows) {
    if (!known.has(String(pid))) continue
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks / 100
}
