import { setStartFlags } from './startup/engine-flags.ts'

// Loads the program without starting it, for the compile cache of the image: with the flags that it is loaded with.
setStartFlags()
await import('./serve.ts')
