import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, test } from './fixtures.ts'
import { signInBy } from './people/sign-in.ts'

const at = (client: string) => `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}`

/** Fetches an address from within the page and expects a PDF. */
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

test('Fund Activity links to the guide to the statement, a PDF in a new tab (§2.6)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { at: '/fund-activity' })
  const link = page.getByRole('link', { name: quoted.statementGuide })
  await expect(link).toHaveAttribute('target', '_blank')
  await expectPdf(page, (await link.getAttribute('href')) ?? '')
})

test('the help of ubs and the account opening of nptuk lead to PDFs that the portal serves (§2.3)', async ({
  page,
  expectedErrors,
}) => {
  // A PDF names no icon, so the browser requests the default one.
  expectedErrors.push(/favicon\.ico/)
  await page.goto(at('ubs'))
  await page.getByRole('button', { name: 'Help' }).click()
  const guide = page.getByRole('link', { name: /^Giving Guide/ })
  await expectPdf(page, (await guide.getAttribute('href')) ?? '')

  await page.goto(`${at('nptuk')}/api/sign-in/start`)
  await signInBy(page, 'donor@nptuk.example')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  const opening = `${at('nptuk')}/guides/account-opening-guide.pdf`
  // A page replaces the PDF, because a navigation to a PDF may never finish.
  await expectPdf(page, opening)
  await page.route(opening, route => route.fulfill({ contentType: 'text/html', body: '<h1>There</h1>' }))
  await page.goto(`${at('nptuk')}/new-account-opening`, { waitUntil: 'commit' })
  await page.waitForURL(opening)
})
