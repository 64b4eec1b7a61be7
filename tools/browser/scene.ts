import type { Page } from '../../src/html/layout.ts'

/** A page to check. `hostile` pages contain text that must not run. */
export interface Scene {
  name: string
  page: Page
}
