export { openEmbedded } from './embedded.ts'
export { openServer } from './server.ts'
export type { Database, Store } from './store.ts'
