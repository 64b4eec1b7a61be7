import * as accountSchemas from '../../schemas/account.ts'
import * as keySchemas from '../../schemas/keys.ts'
import * as pixelSchemas from '../../schemas/pixels.ts'
import { addComponents } from '../components.ts'
import type { App, Parts } from '../parts.ts'
import { accountRoutes } from './account.ts'
import { keyRoutes } from './keys.ts'
import { pixelRoutes } from './pixels.ts'

type Routes = (app: App, parts: Parts) => void

const resources: [Routes, object][] = [
  [accountRoutes, accountSchemas],
  [keyRoutes, keySchemas],
  [pixelRoutes, pixelSchemas],
]

/** Everything under /api; a resource is one line in the list above. */
export function apiRoutes(app: App, parts: Parts): void {
  for (const [routes, schemas] of resources) {
    addComponents(app, schemas)
    routes(app, parts)
  }
}
