import { DatabaseInUseError } from '../../db/failure.ts'
import { listPendingMigrations } from '../../db/migrate.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config.ts'
import type { Command, InspectContext } from './command.ts'
import { checkClickhouse, checkDatabase, checkReplica } from './doctor-database.ts'
import { type Finding, failed, warning } from './doctor-findings.ts'
import { checkHosts, checkOwnHost } from './doctor-hosts.ts'
import { checkClock, checkDisk, checkRedis, checkSettings } from './doctor-machine.ts'
import { checkProxy } from './doctor-proxy.ts'

const WORDS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' }

const linesOf = ({ check, status, message, cure }: Finding): string[] => [
  `${WORDS[status]}  ${check}: ${message}`,
  ...(cure ? [`         ${cure}`] : []),
]

export const doctorCommand: Command = {
  name: 'doctor',
  options: {},
  notes: [
    'It exits with 1 if something failed; what only needs attention is a warning.',
    'The running service is asked at BASE_URL, with forged headers, whether the proxy passes on the addresses of clients.',
  ],
  async inspect(context) {
    const findings = await examine(context)
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

async function examine(context: InspectContext): Promise<Finding[]> {
  let config: Config
  try {
    config = context.readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [
      checkClock(),
      ...error.faults.map((fault) => failed('settings', fault, 'docs/settings.md describes all settings.')),
    ]
  }
  const { probes } = context
  return [
    ...checkSettings(config),
    checkClock(),
    ...(await checkDisk(config)),
    ...(await checkRedis(config)),
    ...(await checkOwnHost(config, probes)),
    ...(await checkProxy(config, probes)),
    ...(await examineDatabase(config, context)),
  ]
}

/** What needs an open database. Nothing is migrated: the release that runs now could not start again. */
async function examineDatabase(config: Config, { open, describeFailure, probes }: InspectContext): Promise<Finding[]> {
  let hasAnswered = false
  try {
    const store = await open(config)
    try {
      const pending = await listPendingMigrations(store.db)
      hasAnswered = true
      return [
        ...(await checkDatabase(store, config, pending)),
        ...(await checkReplica(store)),
        ...(pending.length === 0 ? await checkClickhouse(config, store) : []),
        ...(pending.length === 0 ? await checkHosts(store, config, probes) : []),
      ]
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof DatabaseInUseError)
      return [
        warning(
          'database',
          error.message,
          'If that is the service, all is well; to check the database and the domains too, stop it before.',
        ),
      ]
    return [
      failed(
        'database',
        await describeFailure(error, config),
        hasAnswered
          ? 'It was opened, but did not answer all questions: see its log.'
          : 'Until it can be opened, neither it nor the domains are checked.',
      ),
    ]
  }
}
