import type { Browser, Page } from 'playwright-core'

/** An interaction of a visitor; throws if the result is not as expected. */
export interface Interaction {
  name: string
  run(browser: Browser, origin: string, pages: Record<string, string>): Promise<void>
}

const scenes: Interaction[] = [
  {
    name: 'the countdown of an interstitial goes on by itself',
    run: (browser, origin) =>
      visit(browser, `${origin}/interstitial`, {}, async (page) => {
        await page.waitForURL('**/there?slow', { timeout: 15_000 })
      }),
  },
  {
    name: 'without JavaScript an interstitial goes on by a refresh',
    run: (browser, origin) =>
      visit(browser, `${origin}/interstitial`, { javaScriptEnabled: false }, async (page) => {
        await page.waitForURL('**/there?slow', { timeout: 15_000 })
      }),
  },
  {
    name: 'the countdown can be stopped, and the way on stays',
    run: (browser, origin) =>
      visit(browser, `${origin}/interstitial`, { isHalted: true }, async (page) => {
        await page.getByRole('button', { name: 'Stay here' }).click()
        await page.clock.runFor(5_000)
        await page.waitForTimeout(1_500)
        if (!page.url().endsWith('/interstitial')) throw new Error('it went on all the same')
        await page.getByRole('link', { name: /Continue/ }).press('Enter')
        await page.waitForURL('**/there?slow', { timeout: 15_000 })
      }),
  },
  {
    name: 'a pixel fires with its tag',
    run: (browser, origin) =>
      visit(browser, `${origin}/splash`, {}, async (page) => {
        const fired = await page.evaluate(() => (window as unknown as { fired?: string }).fired)
        if (fired !== 'T-1') throw new Error(`fired ${fired}`)
      }),
  },
  {
    name: 'an overlay shows the destination and closes by keyboard without JavaScript',
    run: (browser, origin) =>
      visit(browser, `${origin}/overlay-bottom`, { javaScriptEnabled: false }, async (page) => {
        await page.frameLocator('iframe').getByText('You have arrived.').waitFor({ timeout: 15_000 })
        const close = page.getByRole('button', { name: 'Close this message' })
        await close.focus()
        await page.keyboard.press('Enter')
        await close.waitFor({ state: 'hidden', timeout: 2_000 })
      }),
  },
  {
    name: 'a click loads a video, and nothing is requested before',
    run: (browser, origin) =>
      visit(browser, `${origin}/bio-trail`, {}, async (page) => {
        const asked: string[] = []
        await page.route(/^https:/, (route) => {
          asked.push(route.request().url())
          return route.fulfill({ contentType: 'text/html', body: '<title>A player</title><p>Playing</p>' })
        })
        const box = page.locator('.player').first()
        await box.scrollIntoViewIfNeeded()
        await page.waitForLoadState('networkidle')
        if (asked.length > 0) throw new Error(`requested before: ${asked.join(' ')}`)
        await box.getByRole('button', { name: /Play the video/ }).press('Enter')
        await box.frameLocator('iframe').getByText('Playing').waitFor({ timeout: 15_000 })
        if (asked.join(' ') !== 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1')
          throw new Error(`requested ${asked.join(' ')}`)
        const { width, height } = (await box.locator('iframe').boundingBox()) ?? { width: 0, height: 0 }
        if (Math.abs(width / height - 16 / 9) > 0.02) throw new Error(`the frame is ${width} × ${height}`)
      }),
  },
  {
    name: 'without JavaScript a video is a link',
    run: (browser, origin) =>
      visit(browser, `${origin}/bio-trail`, { javaScriptEnabled: false }, async (page) => {
        if (await page.locator('.poster').first().isVisible()) throw new Error('the button is shown')
        await page.getByRole('link', { name: 'Open on YouTube' }).waitFor({ timeout: 2_000 })
      }),
  },
]

const service: Interaction[] = [
  {
    name: 'a wrong password is told, the right one leads on to another site',
    run: (browser, origin, pages) =>
      visit(browser, origin + pages['password'], {}, async (page) => {
        await page.getByLabel('Password').fill('open says me')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor({ timeout: 15_000 })
        await page.getByLabel('Password').fill('open sesame')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/there', { timeout: 15_000 })
      }),
  },
  {
    name: 'a link with a pixel fires it and leads on by itself',
    run: (browser, origin, pages) =>
      visit(browser, origin + pages['pixel'], { isHalted: true }, async (page) => {
        const fired = await page.evaluate(() => (window as unknown as { fired?: string }).fired)
        if (fired !== 'A page & its "name"') throw new Error(`fired ${fired}`)
        await page.clock.resume()
        await page.waitForURL('**/there', { timeout: 15_000 })
      }),
  },
  {
    name: 'an overlay shows a destination that lets itself be framed',
    run: (browser, origin, pages) =>
      visit(browser, origin + pages['overlay'], {}, (page) =>
        page.frameLocator('iframe').getByText('You have arrived.').waitFor({ timeout: 15_000 }),
      ),
  },
  {
    name: 'a framed link shows its destination',
    run: (browser, origin, pages) =>
      visit(browser, origin + pages['frame'], {}, (page) =>
        page.frameLocator('iframe').getByText('You have arrived.').waitFor({ timeout: 15_000 }),
      ),
  },
]

/** Interactions with the templates, and with the service. */
export const interactions = { scenes, service }

/** `isHalted`: the clock of the page stands still, so that a countdown does not end before a busy machine has acted. */
async function visit(
  browser: Browser,
  url: string,
  { isHalted = false, ...options }: { javaScriptEnabled?: boolean; isHalted?: boolean },
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    if (isHalted) {
      await page.clock.install({ time: 0 })
      // The clock runs until then, and must not have passed it.
      await page.clock.pauseAt(60_000)
    }
    await page.goto(url, { timeout: 20_000 })
    await act(page)
  } finally {
    await context.close()
  }
}
