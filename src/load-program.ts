import { limitHeapGrowth } from './startup/heap-growth.ts'

// Loads the program without starting it, for the compile cache of the image: with the flags that it is loaded with.
limitHeapGrowth()
await import('./serve.ts')
