import { expect, test } from './fixtures.ts'
import { readAvailable } from './pages/account-bar.ts'
import { confirmedGrantId } from './pages/recommend.ts'

test('a grant whose reply was lost is submitted again after a reload, once, and dated in the client’s zone (§8, §16)', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  // A reader far from the client.
  const page = await signInAs('donor', 'npt', { at: '/recommend-a-grant', timezoneId: 'Asia/Tokyo' })
  page.on('dialog', dialog => void dialog.accept())
  const available = await readAvailable(page)
  await page.getByRole('searchbox', { name: 'Find a charity' }).fill('lighthouse')
  await page.locator('a[href*="charity="]').first().click()
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('717.50')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').getByText('Enter whole dollars')).toBeVisible()
  await amount.fill('717')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: /^I certify/ }).check()

  // The server makes the grant, but its reply never arrives.
  await page.route(
    /\/api\/accounts\/\d+\/grants$/,
    async route => {
      // Node, unlike Chromium, resolves no names under localhost.
      const url = new URL(route.request().url())
      const headers = { ...(await route.request().allHeaders()), host: url.host }
      url.hostname = '127.0.0.1'
      expect((await route.fetch({ url: url.href, headers })).status()).toBe(200)
      await route.fulfill({ status: 500, body: '' })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Submit recommendation' }).click()
  await expect(page.getByText(/Our staff has been notified of the error\. Submit again\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit again' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('$717.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Submit again' }).click()
  await confirmedGrantId(page)
  await expect.poll(() => readAvailable(page)).toBe(available - 717_00n)
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(/\d\s[AP]M E[SD]T/)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter(key => /draft/.test(key)))).toEqual([])
})
