import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { callPortal } from './pages/call-portal.ts'

// §3, §4: the client context that the page carries, and what happens when it is missing, malformed or unavailable.

/** Serves the home page with altered HTML. */
async function alterPage(page: Page, alter: (html: string) => string): Promise<void> {
  await page.route('/', async route => {
    // Only Chromium resolves every name under localhost; Node sends this request.
    const { host } = new URL(route.request().url())
    const response = await route.fetch({
      url: `http://127.0.0.1:${process.env.ALMONER_E2E_PORT}/`,
      headers: { ...route.request().headers(), host },
    })
    await route.fulfill({ response, body: alter(await response.text()) })
  })
}

const contextScript = /(<script type="application\/json" id="client-context"[^>]*>).*?(<\/script>)/s
const failure = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'The portal could not be opened' })
const contextRequestsOf = (page: Page) => {
  const requests: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/client-context') requests.push(pathname)
  })
  return requests
}

test('the page carries the client context, so the first paint sends no request for it (§3)', async ({
  page,
}) => {
  const requests = contextRequestsOf(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome to / })).toBeVisible()
  expect(requests).toEqual([])
})

const broken: Record<string, (html: string) => string> = {
  'is missing': html => html.replace(contextScript, ''),
  'is empty': html => html.replace(contextScript, '$1$2'),
  'is cut off': html => html.replace(contextScript, '$1{"client":"npt",$2'),
  'lacks what the portal needs': html => html.replace(contextScript, '$1{"client":"npt"}$2'),
}

for (const [what, alter] of Object.entries(broken)) {
  test(
    `requests the context when the one in the page ${what}, and opens the portal as the client's (§4)`,
    longUnless(what === 'is cut off'),
    async ({ page }) => {
      const requests = contextRequestsOf(page)
      await alterPage(page, alter)
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: /^Welcome to / })).toBeVisible()
      expect(requests).toEqual(['/api/client-context'])
      await expect(page.locator('html')).toHaveAttribute('data-client', 'npt')
      await expect(failure(page)).toHaveCount(0)
    },
  )
}

test('shows an unbranded error when the context cannot be loaded either, and opens the portal after Try again (§4)', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|status of 503/)
  const requests = contextRequestsOf(page)
  await alterPage(page, broken['is missing'] ?? String)
  const traceId = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'
  await page.route('/api/client-context', async route => {
    if (requests.length === 1) return await route.abort()
    if (requests.length > 2) return await route.continue()
    const problem = {
      type: 'urn:almoner:problem:unexpected',
      title: 'An error occurred',
      status: 503,
      traceId,
    }
    await route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem })
  })
  await page.goto('/')
  await expect(failure(page)).toBeFocused()
  await expect(page.getByText('could not be reached')).toBeVisible()
  await expect(page).toHaveTitle('The portal could not be opened')
  await expect(page.getByRole('banner')).toHaveCount(0)
  expect(await page.locator('html').getAttribute('data-client')).toBeNull()

  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText(`ID: ${traceId}`)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome to / })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-client', 'npt')
  expect(requests).toHaveLength(3)
})

test("fails with 'not on page' in a document that is not the portal's, and sends no request (§4)", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/not on page/)
  const thrown: string[] = []
  page.on('pageerror', error => thrown.push(error.message))
  const requests: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests.push(request.url())
  })
  await alterPage(page, html => html.replace('id="root"', ''))
  await page.goto('/')
  await expect.poll(() => thrown).toEqual([quoted.notOnPage])
  expect(requests).toEqual([])
})

test('the API reports its version, and the front end shows the version it was built from (§3)', async ({
  page,
}) => {
  await page.goto('/')
  const { body } = await callPortal(page, '/api/apistatus/version')
  const version = body as { jira: string; branch: string; revision: string }
  expect(version.jira).toMatch(/^almoner \d/)
  expect(version.branch).not.toBe('')
  expect(version.revision).not.toBe('')
  // When the portal cannot be opened, the version is shown, so that a caller can tell support.
  await alterPage(page, broken['is missing'] ?? String)
  await page.route('/api/client-context', route => route.fulfill({ status: 200, json: {} }))
  await page.goto('/')
  await expect(failure(page)).toBeVisible()
  await expect(page.getByText(/almoner \d+\.\d+\.\d+, \S+/)).toBeVisible()
})
