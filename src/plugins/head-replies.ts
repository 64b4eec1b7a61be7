import { Readable } from 'node:stream'
import type { App } from '../services.ts'

/** Lets a HEAD request get the headers of its GET without beginning what that would stream, such as an export. */
export function skipStreamsOfHead(app: App): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload)
    payload.destroy()
    // Without any body the reply would say that its length is 0.
    done(null, Readable.from([]))
  })
}
