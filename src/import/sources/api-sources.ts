import type { ApiSource } from '../../../schemas/imports.ts'
import type { ApiReader } from './api-reader.ts'
import { bitly } from './bitly-api.ts'
import { dub } from './dub-api.ts'
import { kutt } from './kutt-api.ts'
import { rebrandly } from './rebrandly-api.ts'
import { shlink } from './shlink-api.ts'
import { shortio } from './shortio-api.ts'

/** The services whose links can be read. */
export const apiSources: Record<ApiSource, ApiReader> = { bitly, shortio, rebrandly, dub, shlink, kutt }
