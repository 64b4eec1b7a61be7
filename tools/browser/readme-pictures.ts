// Makes the pictures of README.md from the account that `waymark demo` fills, with Chromium:
//   BASE_URL=http://go.example.com PORT=4000 npm start
//   node readme-pictures.ts <API key of the account> 4000
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../docs/pictures')
const base = 'http://go.example.com'
const [key = '', port = ''] = process.argv.slice(2)

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [`--host-resolver-rules=MAP go.example.com:80 127.0.0.1:${port}`, '--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1440 }, colorScheme: 'light' })
  const read = async (url: string) => {
    const response = await page.goto(url)
    if (!response?.ok()) throw new Error(`${url}: ${response?.status()}`)
    return response
  }
  const write = (picture: Buffer, name: string) =>
    sharp(picture).png({ palette: true, effort: 10 }).toFile(join(folder, name))

  await read(`${base}/autumn+?days=90`)
  await write(await page.screenshot(), 'statistics.png')
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${key}` })
  const { data } = (await (await read(`${base}/api/qr`)).json()) as { data: { qrs: { name: string; link: string }[] } }
  const code = data.qrs.find(({ name }) => name === 'Trailhead sign')
  await write(await (await read(`${code?.link}.png?size=500`)).body(), 'code.png')
} finally {
  await browser.close()
}
