// npm run pictures:homes [port]: the visitor's home of each client in one picture, docs/pictures/clients.jpg, from a portal that runs on
// this machine. Every third client is in dark mode.
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { clients } from '../src/clients/clients.ts'
import { findChromium } from '../src/testing/chromium.ts'

const port = process.argv[2] ?? '3000'
const file = fileURLToPath(new URL('../docs/pictures/clients.jpg', import.meta.url))
const columns = 4
const widthPx = 400

const browser = await chromium.launch(await findChromium())
const pictures: string[] = []
for (const [index, client] of Object.keys(clients).entries()) {
  const page = await browser.newPage({
    baseURL: `http://${client}.localhost:${port}`,
    colorScheme: index % 3 === 2 ? 'dark' : 'light',
    viewport: { width: 1280, height: 860 },
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  // A font that came too late for the first page is there on the next.
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  pictures.push((await page.screenshot()).toString('base64'))
  await page.close()
}
const sheet = await browser.newPage({ viewport: { width: columns * widthPx, height: 300 } })
const images = pictures.map(picture => `<img alt="" src="data:image/png;base64,${picture}">`)
await sheet.setContent(
  `<style>body{display:grid;grid-template-columns:repeat(${columns},1fr);gap:8px;margin:0;background:#fff}img{width:100%}</style>${images.join('')}`,
)
await sheet.screenshot({ path: file, type: 'jpeg', quality: 72, fullPage: true })
await browser.close()
console.log(`The picture is in ${file}.`)
