import { migrate } from '../../db/migrate.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  options: {},
  database: 'unchanged',
  async run({ store, terminal }) {
    const ran = await migrate(store.db, (line) => terminal.write(`${line}\n`))
    return {
      data: { migrations: ran },
      lines: ran.length > 0 ? ran.map((name) => `ran ${name}`) : ['The database is up to date.'],
    }
  },
}
