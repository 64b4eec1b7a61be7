import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../postgres.ts'
import { between, type Context, type Row, repeat, type Scenario } from '../scenario.ts'
import { newFolder, startService } from '../service.ts'
import { countVisits, createLinks, visit } from '../visits.ts'

const CLIENTS = 24

/** Kills the process under load, and compares the visits in the database with those that were answered. */
export const kill: Scenario = {
  seconds: 240,
  async run(context): Promise<Row[]> {
    const DATA_DIR = newFolder(context)
    const { createDatabase } = await startCluster(context)
    const half = { ...context, seconds: context.seconds / 2 }
    return [
      await killOften(half, 'embedded', { DATA_DIR }),
      await killOften(half, 'on a server', { DATA_DIR, DATABASE_URL: await createDatabase() }),
    ]
  },
}

async function killOften({ seconds, teardown }: Context, name: string, where: Record<string, string>): Promise<Row> {
  // Longer than any pause of a busy machine: every answer means a commit.
  const settings = { ...where, CLICK_COMMIT_TIMEOUT_MS: '10000' }
  let key = ''
  let paths: string[] = []
  let answered = 0
  const kills = await repeat(seconds, async (number) => {
    const service = await startService({ teardown }, settings)
    if (number === 0) {
      key = await service.register('ada')
      paths = await createLinks(service, key)
    }
    const load = visit(service.port, paths, { clients: CLIENTS })
    await sleep(between(100, 4000))
    service.child.kill('SIGKILL')
    await once(service.child, 'close')
    await load.stop()
    answered += load.answered
  })
  const service = await startService({ teardown }, settings)
  const { listed, told } = await countVisits(service, key)
  const { code } = await service.stop()
  return {
    did: `${kills} × kill -9 at random under ${CLIENTS} visitors, ${name}`,
    expected: 'every answered visit is counted; beside them only those on their way',
    seen: `${answered} answered, ${listed} counted, ${Math.max(0, answered - listed)} lost`,
    isGood: listed >= answered && listed <= answered + kills * CLIENTS && told === listed && code === 0,
  }
}
