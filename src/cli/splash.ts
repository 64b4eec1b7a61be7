import { NewSplash } from '../../schemas/splash.ts'
import { apiOptions } from './api-options.ts'
import type { Command } from './command.ts'
import { fieldOptions, furtherFields, readFurther, readOptions } from './fields.ts'
import { warningLines } from './screen.ts'

const CREATED = ['name', 'title', 'text', 'image', 'counter', 'link']

export const splashCommand: Command = {
  name: 'splash add',
  options: { ...fieldOptions(NewSplash, CREATED), ...furtherFields, ...apiOptions },
  async call({ connect }, values) {
    const body = { ...readFurther(values), ...readOptions(NewSplash, CREATED, values) }
    const made = await (await connect()).ask<{ id: number; warnings?: { message: string }[] }>(
      'POST',
      '/api/splash/add',
      { body },
    )
    return { data: made, lines: [`Splash page ${made.id} was made.`, ...warningLines(made.warnings)] }
  },
}
