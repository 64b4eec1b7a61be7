import { createOverlay } from '../../db/queries/overlays.ts'
import { NewOverlay, OverlayColors } from '../../schemas/overlays.ts'
import type { Command } from './command.ts'
import { accountOptions, findAccountId, readFields, validate } from './input.ts'

const fields: Command['options'] = {
  type: { choices: ['message', 'contact'], about: 'What kind of overlay.', required: true },
  name: { value: 'name', about: 'Its name.', required: true },
  text: { value: 'text', about: 'What it says.' },
  button: { value: 'label', about: 'The label of its button.' },
  link: { value: 'address', about: 'Where the button leads: a URL, an e-mail address, or tel: and a number.' },
  position: { value: 'side', about: 'top, bottom, left, right or center.' },
}

export const overlayCommand: Command = {
  name: 'overlay add',
  about: 'Create a CTA overlay.',
  options: { ...accountOptions, ...fields },
  async run({ store }, values) {
    const account = await findAccountId(store.db, values)
    const overlay = validate(NewOverlay, readFields(values, Object.keys(fields)), [OverlayColors])
    const id = await createOverlay(store.db, account, overlay)
    return { data: { id }, lines: [`Overlay ${id} was made.`] }
  },
}
