import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signInBy } from './people/sign-in.ts'

const at = (client: string) => `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}`

/** What is at an address, asked for by the page itself. */
async function expectPdf(page: Page, address: string): Promise<void> {
  const found = await page.evaluate(async href => {
    const response = await fetch(href)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      begins: String.fromCharCode(...bytes.subarray(0, 8)),
    }
  }, address)
  expect(found).toEqual({ status: 200, type: 'application/pdf', begins: '%PDF-1.7' })
}

test('§2.6: Fund Activity leads to the guide to the statement, a PDF in a new tab', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: '/fund-activity' })
  const link = page.getByRole('link', { name: /^A Guide to Reading Your Donor-Advised Fund Statement/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expectPdf(page, (await link.getAttribute('href')) ?? '')
})

test('§2.3: what the help of ubs and an address of nptuk lead to is a PDF of the program’s own', async ({
  page,
  expectedErrors,
}) => {
  // A PDF brings no icon, so the browser asks for one.
  expectedErrors.push(/favicon\.ico/)
  await page.goto(at('ubs'))
  await page.getByRole('button', { name: 'Help' }).click()
  const guide = page.getByRole('link', { name: /^Giving Guide/ })
  await expectPdf(page, (await guide.getAttribute('href')) ?? '')

  await page.goto(`${at('nptuk')}/api/sign-in/start`)
  await signInBy(page, 'donor@nptuk.example')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  const opening = `${at('nptuk')}/guides/account-opening-guide.pdf`
  // A page stands in for what a browser makes of a PDF, in which a navigation may never end.
  await expectPdf(page, opening)
  await page.route(opening, route => route.fulfill({ contentType: 'text/html', body: '<h1>There</h1>' }))
  await page.goto(`${at('nptuk')}/new-account-opening`, { waitUntil: 'commit' })
  await page.waitForURL(opening)
})
