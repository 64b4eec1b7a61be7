import { NewOverlay } from '../../schemas/overlays.ts'
import { apiOptions } from './api-options.ts'
import type { Command } from './command.ts'
import { fieldOptions, furtherFields, readFurther, readOptions } from './fields.ts'

const CREATED = ['type', 'name', 'text', 'button', 'link', 'position']

export const overlayCommand: Command = {
  name: 'overlay add',
  options: { ...fieldOptions(NewOverlay, CREATED), ...furtherFields, ...apiOptions },
  async call({ connect }, values) {
    const body = { ...readFurther(values), ...readOptions(NewOverlay, CREATED, values) }
    const made = await (await connect()).ask<{ id: number }>('POST', '/api/overlay/add', { body })
    return { data: made, lines: [`Overlay ${made.id} was made.`] }
  },
}
