export { openEmbedded } from './embedded.ts'
export { openEmbeddedCopy } from './embedded-copy.ts'
export { openServer } from './server.ts'
export type { Database, Store } from './store.ts'
