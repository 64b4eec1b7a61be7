import { readdirSync, readFileSync } from 'node:fs'
import type postgres from 'postgres'

/** Processor seconds that a process has used, by the kernel's count. */
export function secondsOfProcess(pid: number): number {
  let nanoseconds = 0
  for (const task of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ', 1)[0])
  return nanoseconds / 1e9
}

/** Processor seconds that the open sessions of a database have used. The server runs on this machine. */
export async function processorSeconds(admin: postgres.Sql, database: string): Promise<number> {
  const rows = await admin<{ pid: number }[]>`select pid from pg_stat_activity where datname = ${database}`
  const known = new Set(readdirSync('/proc'))
  return rows.reduce((total, { pid }) => total + (known.has(String(pid)) ? secondsOfProcess(pid) : 0), 0)
}
