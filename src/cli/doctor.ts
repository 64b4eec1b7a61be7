import { listPending } from '../../db/migrate.ts'
import type { Command } from './command.ts'
import {
  checkDatabase,
  checkDisk,
  checkHosts,
  checkOwnHost,
  checkRedis,
  checkReplica,
  checkSettings,
  type Finding,
} from './doctor-checks.ts'

const WORDS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }

const linesOf = ({ check, status, message, cure }: Finding): string[] => [
  `${WORDS[status]}  ${check}: ${message}`,
  ...(cure ? [`         ${cure}`] : []),
]

export const doctorCommand: Command = {
  name: 'doctor',
  about: 'Check the settings, the database, the disk, Redis, and the DNS and certificates of all domains.',
  options: {},
  database: 'unchanged',
  notes: ['It exits with 1 if something failed; what only needs attention is a warning.'],
  async run({ config, store, probes }) {
    // Nothing is migrated: the release that runs now could not start again.
    const pending = await listPending(store.db)
    const findings = [
      ...checkSettings(config),
      ...(await checkDatabase(store, config, pending)),
      ...(await checkReplica(store)),
      ...(await checkDisk(config)),
      ...(await checkRedis(config)),
      ...(await checkOwnHost(config, probes)),
      ...(pending.length === 0 ? await checkHosts(store, config, probes) : []),
    ]
    const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
    const [warnings, failures] = [count('warning'), count('failed')]
    return {
      data: { ok: failures === 0, findings },
      lines: [
        ...findings.flatMap(linesOf),
        `${failures} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
      ],
      code: failures === 0 ? 0 : 1,
    }
  },
}
