import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import type { Service } from './service.ts'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Runs an operation with "Try it out" and returns the status and body shown. */
async function tryOut(
  page: Page,
  operation: string,
): Promise<{ status: number; body: { error: unknown; id?: number } }> {
  const block = page.locator(`[id="operations-${operation}"]`)
  if (!(await block.getAttribute('class'))?.includes('is-open')) await block.locator('.opblock-summary-control').click()
  await block.locator('button.execute').click()
  const answer = block.locator('.live-responses-table .response').first()
  await answer.waitFor({ timeout: 15_000 })
  const status = Number((await answer.locator('.response-col_status').innerText()).trim().slice(0, 3))
  return { status, body: JSON.parse(await answer.locator('.highlight-code code').first().innerText()) }
}

/**
 * Clicks the first few matching elements at once (one by one takes minutes) and waits for rendering. Returns their
 * number.
 */
async function clickAll(page: Page, selector: string, most: number): Promise<number> {
  const count = await page.locator(selector).evaluateAll((elements, most) => {
    for (const element of elements.slice(0, most)) (element as HTMLElement).click()
    return Math.min(elements.length, most)
  }, most)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  return count
}

/** Opens the QR code operations with their schemas, and some component schemas completely. */
async function openMany(page: Page): Promise<void> {
  const section = '[id="operations-tag-QR_codes"] >> xpath=..'
  await clickAll(page, `${section} >> .opblock:not(.is-open) .opblock-summary-control`, 20)
  const shown = await clickAll(page, `${section} >> .opblock button[data-name="model"]`, 20)
  await clickAll(page, 'section.models:not(.is-open) .models-control', 1)
  const deep = await clickAll(page, 'section.models .json-schema-2020-12-expand-deep-button', 5)
  if (shown < 5 || deep < 5) throw new Error(`Swagger UI shows only ${shown} schemas, and ${deep} to look into`)
}

/**
 * Uses Swagger UI: authorize, a GET, a POST, a reload, schemas, also at the width of a phone; throws if something
 * fails.
 */
export async function useSwaggerUi({ base, key }: Service): Promise<string> {
  if (!existsSync(CHROMIUM))
    return `skipped: there is no Chromium at ${CHROMIUM} (apt-get install chromium, or set CHROMIUM)`
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
    const faults: string[] = []
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== base) faults.push(`it asked ${request.url()}`)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`the console says: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`a script failed: ${error.message}`))

    await page.goto(`${base}/docs`)
    await page.locator('.opblock').first().waitFor({ timeout: 120_000 })
    if ((await page.title()) !== 'Waymark API') faults.push(`its title is ${await page.title()}`)
    await page.locator('.auth-wrapper button.authorize').first().click()
    await page.locator('.modal-ux input').fill(key)
    await page.locator('.modal-ux button.authorize').click()
    await page.locator('.modal-ux button.btn-done').click()

    const read = await tryOut(page, 'Account-getAccount')
    if (read.status !== 200 || read.body.error !== 0) faults.push(`GET answers ${JSON.stringify(read)}`)
    const made = await tryOut(page, 'Pixels-createPixel')
    if (made.status !== 200 || made.body.error !== 0 || !made.body.id)
      faults.push(`POST answers ${JSON.stringify(made)}`)

    await page.reload()
    await page.locator('.opblock').first().waitFor({ timeout: 120_000 })
    const again = await tryOut(page, 'Pixels-listPixels')
    if (again.status !== 200) faults.push(`after a reload the key is gone: ${JSON.stringify(again)}`)
    await openMany(page)

    await page.setViewportSize({ width: 360, height: 740 })
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (width > 360) faults.push(`on a phone it is ${width} pixels wide`)
    // Violations of the content policy are reported in the console.
    if (faults.length > 0) throw new Error(`Swagger UI: ${[...new Set(faults)].join('; ')}`)
    return 'authorized, read, wrote, stayed authorized, looked into schemas; it breaks no policy and fits a phone'
  } finally {
    await browser.close()
  }
}
