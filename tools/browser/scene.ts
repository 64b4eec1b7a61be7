import type { Page } from '../../src/html/layout.ts'

/** A page to look at. `hostile` ones hold text that must not run. */
export interface Scene {
  name: string
  page: Page
}
