import { createSplash } from '../../db/queries/splash.ts'
import { NewSplash } from '../../schemas/splash.ts'
import type { Command } from './command.ts'
import { accountOptions, findAccountId, readFields, validate } from './input.ts'

const fields: Command['options'] = {
  name: { value: 'name', about: 'Its name.', required: true },
  title: { value: 'title', about: 'The heading of the page.' },
  text: { value: 'text', about: 'What it says.' },
  image: { value: 'url', about: 'A picture shown at the top.' },
  counter: { value: 'seconds', about: 'Seconds until the visitor is forwarded, 0 to 120; 5, if not given.' },
  link: { value: 'url', about: 'Where to read more.' },
}

export const splashCommand: Command = {
  name: 'splash add',
  about: 'Create a splash page.',
  options: { ...accountOptions, ...fields },
  async run({ store }, values) {
    const account = await findAccountId(store.db, values)
    const id = await createSplash(
      store.db,
      account,
      validate(NewSplash, readFields(values, Object.keys(fields), ['counter'])),
    )
    return { data: { id }, lines: [`Splash page ${id} was made.`] }
  },
}
