import { setOrigin } from '../../db/queries/delivery-origin.ts'
import { type Command, UsageError } from './command.ts'

/** Lets events be sent to webhooks again after the base URL has changed. */
export const deliveriesCommand: Command = {
  name: 'deliveries resume',
  options: {
    from: { value: 'url', about: 'The BASE_URL, as the log of the paused instance shows it.', required: true },
    disable: { about: 'Disable all webhooks first: for a copy of a database whose receivers must get nothing.' },
  },
  operand: 'from',
  notes: ['A running instance notices it within a minute.'],
  async run({ store }, values) {
    const text = String(values['from'])
    if (!URL.canParse(text) || new URL(text).origin === 'null')
      throw new UsageError('--from must be a URL such as https://go.example.com')
    const from = new URL(text).origin
    const { disabled } = await setOrigin(store.db, from, values['disable'] === true)
    const lines = [`Instances with the BASE_URL ${from} send events to webhooks, and no others.`]
    return {
      data: { from, disabled },
      lines: values['disable'] === true ? [...lines, `${disabled} webhooks were disabled.`] : lines,
    }
  },
}
