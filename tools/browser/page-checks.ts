import { readFileSync } from 'node:fs'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
export interface View {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** A phone and a desktop, light and dark. */
export const VIEWS: readonly View[] = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { width: 360, height: 740, colorScheme },
  { width: 1280, height: 800, colorScheme },
])

/** Opens a page and checks it in each view, without loading it again; returns its faults. Screenshots are written to `<out>-<width>-<scheme>.png`. */
export async function checkPage(
  browser: Browser,
  url: string,
  views: readonly View[],
  out: string | null,
): Promise<string[]> {
  const faults: string[] = []
  const context = await browser.newContext()
  const page = await context.newPage()
  // Stops countdowns while the page is checked.
  await page.addInitScript(() => {
    Object.assign(window, { setInterval: () => 0 })
  })
  let where = 'first view'
  watch(page, url, (fault) => faults.push(`${where}: ${fault}`))
  for (const [index, { colorScheme, ...viewport }] of views.entries()) {
    where = `${viewport.width} px ${colorScheme}`
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    if (index === 0) await page.goto(url, { waitUntil: 'load', timeout: 20_000 })
    if (out !== null) await page.screenshot({ path: `${out}-${viewport.width}-${colorScheme}.png`, fullPage: true })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) faults.push(`${where}: ${overflow} px wider than the screen`)
    const small = await page.evaluate(smallTargets)
    faults.push(...small.map((target) => `${where}: small target ${target}`))
    const { violations } = await runAxe(page)
    for (const { id, nodes } of violations)
      faults.push(`${where}: axe ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  }
  await context.close()
  return faults
}

/**
 * Opens a page with hostile text and uses everything on it; returns the scripts that ran and markup that was not
 * escaped.
 */
export async function checkHostile(browser: Browser, url: string): Promise<string[]> {
  const faults: string[] = []
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: true })
  const page = await context.newPage()
  await page.exposeFunction('hit', () => {
    faults.push('hostile text ran')
  })
  page.on('dialog', (dialog) => {
    faults.push('a dialog opened')
    void dialog.dismiss()
  })
  // A script blocked by the policy is also a fault, because it was not escaped.
  page.on('console', (message) => {
    if (/inline (script|event|style)|javascript:/i.test(message.text()))
      faults.push(`markup got through: ${message.text()}`)
  })
  await page.goto(url, { waitUntil: 'load', timeout: 20_000 })
  const foreign = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const names = element.getAttributeNames()
        return (
          names.some((name) => name.startsWith('on') || name === 'srcdoc') ||
          names.some(
            (name) =>
              /^javascript:|^data:text/i.test((element.getAttribute(name) ?? '').trim()) &&
              ['href', 'action', 'src'].includes(name),
          )
        )
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  )
  faults.push(...foreign.map((markup) => `markup got through: ${markup}`))
  for (const target of await page.locator('a, button').all())
    await target.hover({ timeout: 500, force: true }).catch(() => {})
  await page.waitForTimeout(100)
  await context.close()
  return faults
}

// axe is injected past the page's policy, like a browser extension.
async function runAxe(page: Page): Promise<AxeResults> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe })
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'axe.run(document, { resultTypes: ["violations"], iframes: false })',
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value as AxeResults
}

function watch(page: Page, url: string, fault: (text: string) => void): void {
  const { origin } = new URL(url)
  page.on('console', (message) => {
    // A 404 for a "not found" page is expected.
    if (message.location().url === url && /status of 4\d\d/.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') fault(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => fault(`script error: ${error.message}`))
  page.on('request', (request) => {
    const isThere = /^http:\/\/(localhost|127\.0\.0\.1):\d+\/(there|refuses)/.test(request.url())
    if (!isThere && !request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      fault(`third-party request: ${request.url()}`)
  })
}

// WCAG 2.5.8: 24 px, except for links in a sentence.
function smallTargets(): string[] {
  return [...document.querySelectorAll('a, button, input:not([type=hidden])')]
    .filter((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 1 && (box.height < 24 || box.width < 24) && element.closest('p, dd, li, label') === null
    })
    .map((element) => element.outerHTML.slice(0, 100))
}
