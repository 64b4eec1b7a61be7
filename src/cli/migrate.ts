import { migrate } from '../../db/migrate.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  about: 'Bring the database to the newest schema. The server does so itself when it starts.',
  options: {},
  async run({ store }) {
    const ran = await migrate(store.db)
    return {
      data: { migrations: ran },
      lines: ran.length > 0 ? ran.map((name) => `ran ${name}`) : ['The database is up to date.'],
    }
  },
}
