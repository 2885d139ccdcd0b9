import { readdirSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { latestActivity } from './pages/home.ts'

const kb = 1024
const port = process.env.ALMONER_E2E_PORT
const assets = fileURLToPath(new URL('../dist/web/assets', import.meta.url))

type SizedResponse = { bytes: number; headers: Record<string, string | string[] | undefined> }

/** Fetches a path as a client that accepts gzip and counts the bytes of the body. */
function fetchGzip(path: string): Promise<SizedResponse> {
  return new Promise((resolve, reject) => {
    const headers = { host: `npt.localhost:${port}`, accept: '*/*', 'accept-encoding': 'gzip' }
    httpRequest({ host: '127.0.0.1', port, path, headers }, response => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve({ bytes, headers: response.headers }))
    })
      .on('error', reject)
      .end()
  })
}

const resources = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))

/** The paths of the scripts and styles that the page has fetched so far, without those that it fetches while the person reads. */
async function fetchedBy(page: Page): Promise<string[]> {
  const names = await resources(page)
  const preload = names.findIndex(name => name.includes('/preload-screens-'))
  const asked = preload === -1 ? names : names.slice(0, preload)
  return [...new Set(asked.map(name => new URL(name).pathname))].filter(path => /\.(js|css)$/.test(path))
}

const totalBytes = async (paths: readonly string[]) =>
  (await Promise.all(paths.map(fetchGzip))).reduce((sum, { bytes }) => sum + bytes, 0)

test('the first load of the signed-in home is at most 165 KB of script and style in at most 9 requests (§9)', async ({
  signInAs,
}) => {
  await signInAs('donor', 'npt')
  const page = await signInAs('donor', 'npt')
  await expect(latestActivity(page)).toBeVisible()
  // The chart and what it shares with other screens load after the first screen, sometimes before this line.
  const fetched = (await fetchedBy(page)).filter(path => !/\/(YearChart|chart|shared)-/.test(path))
  const bytes = await totalBytes(fetched)
  test
    .info()
    .annotations.push({ type: 'measured', description: `${bytes} bytes in ${fetched.length} requests` })
  expect(bytes).toBeLessThanOrEqual(165 * kb)
  expect(fetched.length, fetched.join(' ')).toBeLessThanOrEqual(9)
})

/** Fetched when someone opens a document to sign. */
const isKnownToBeLarge = (file: string) => /^(show-pdf|pdf\.worker)/.test(file)

test('no screen adds more than 60 KB to what home has fetched, and only the PDF viewer is a larger file (§9)', async ({
  signInAs,
}) => {
  const first = new Set<string>()
  for (const [role, title] of [
    ['donor', 'Fund Activity'],
    ['donor', 'Recommend a Grant'],
    ['super', 'Super User Dashboard'],
  ] as const) {
    const page = await signInAs(role, 'npt')
    // A donor's home fetches its chart after its first screen, and what the chart shares with others is not added by the next one.
    if (role === 'donor')
      await expect
        .poll(async () => (await resources(page)).some(name => name.includes('/YearChart-')))
        .toBe(true)
    await page.waitForLoadState('networkidle')
    const home = await fetchedBy(page)
    for (const path of home) first.add(path)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // The promo strip of every screen, home's too, comes when the screen's own requests are done.
    const added = (await fetchedBy(page)).filter(path => !home.includes(path) && !/\/PromoStrip-/.test(path))
    expect(await totalBytes(added), `${title}: ${added.join(' ')}`).toBeLessThanOrEqual(60 * kb)
  }
  const large = readdirSync(assets)
    .filter(file => /\.(js|css)\.gz$/.test(file) && !first.has(`/assets/${file.slice(0, -3)}`))
    .filter(file => statSync(join(assets, file)).size > 60 * kb && !isKnownToBeLarge(file))
  expect(large).toEqual([])
})

test('compresses hashed files and caches them for a year, and never caches the page itself (§9)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt')
  await expect(latestActivity(page)).toBeVisible()
  for (const path of await fetchedBy(page)) {
    expect(path).toMatch(/^\/assets\/[\w.-]+-[\w-]{8}\.(js|css)$/)
    const { bytes, headers } = await fetchGzip(path)
    expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable')
    if (bytes > kb) expect(headers['content-encoding'], path).toBe('gzip')
  }
  for (const path of ['/', '/fund-activity', '/no-such-screen']) {
    const { headers } = await fetchGzip(path)
    expect(headers['cache-control'], path).toBe('no-store')
  }
})
