import type { Page } from '@playwright/test'
import { demoClients } from '../src/demo/demo-client.ts'
import { expect, originOf, test } from './fixtures.ts'
import { accountBar, shownAccountName, switchAccount } from './pages/account-bar.ts'
import { callPortal, tokenOf } from './pages/call-portal.ts'
import { latestActivity, latestGrant } from './pages/home.ts'

/** The last button of the banner, after search and help. */
const profileButton = (page: Page) => page.getByRole('banner').getByRole('button').last()
/** Waits until home is complete, so that a logout interrupts no request. */
async function expectWholeHome(page: Page): Promise<void> {
  await expect(latestActivity(page)).toBeVisible()
  await expect(page.getByRole('figure', { name: /^Balance/ })).toBeVisible()
}
const logInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log In' })

async function logOut(page: Page): Promise<void> {
  await profileButton(page).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
}

test("one client's token and cookie are refused at another client (§7)", async ({
  signInAs,
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 .*rathbones/)
  const here = await signInAs('donor', 'npt')
  const token = await tokenOf(here)
  expect((await callPortal(here, '/api/session', { token })).status).toBe(200)
  const there = await visit('rathbones')
  const cookies = await here.context().cookies()
  const { hostname } = new URL(originOf('rathbones'))
  await there.context().addCookies(cookies.map(cookie => ({ ...cookie, domain: hostname })))
  expect((await callPortal(there, '/api/session', { token })).status).toBe(401)
  // The cookie alone does not sign the visitor in at the other client either.
  await there.reload()
  await expect(logInLink(there)).toBeVisible()
})

test("answers for another client's account as for one that does not exist (§14)", async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 .*\/api\/accounts\//)
  const page = await signInAs('super', 'npt')
  const own = demoClients.USD.mainFundId
  expect((await callPortal(page, `/api/accounts/${own}`, { fundId: own })).status).toBe(200)
  const answers = []
  for (const fundId of [demoClients.GBP.mainFundId, 999_999]) {
    const { status, body } = await callPortal(page, `/api/accounts/${fundId}`, { fundId })
    const { traceId: _own, ...problem } = body as { traceId: string }
    answers.push({ status, problem: JSON.stringify(problem).replaceAll(String(fundId), 'the account') })
  }
  expect(answers[0]?.status).toBe(404)
  expect(answers[0]).toEqual(answers[1])
})

test("shows another client's grant as an address that does not exist (§2.12)", async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 .*\/grants\//, /^Problem: We couldn’t find what you’re looking for/)
  const there = await signInAs('donor', 'rathbones')
  await switchAccount(there, demoClients.GBP.mainFundId)
  const grant = latestGrant(there)
  const address = (await grant.getAttribute('href')) ?? ''
  await there.goto(address)
  await expect(there.getByRole('heading', { level: 1, name: /^Grant to / })).toBeVisible()
  const here = await signInAs('donor', 'npt', { at: address })
  await expect(here.getByRole('heading', { level: 1, name: 'Grant not found' })).toBeVisible()
})

test('logging out in one tab logs out the others, and a saved token and cookie stop working (§11)', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 .*\/api\/session/)
  const page = await signInAs('joint', 'npt', { isOwnSession: true })
  const tab = await page.context().newPage()
  await tab.goto('/')
  for (const each of [page, tab]) await expectWholeHome(each)
  const token = await tokenOf(tab)
  const cookies = await tab.context().cookies()
  expect((await callPortal(tab, '/api/session', { token })).status).toBe(200)
  await logOut(page)
  for (const each of [page, tab]) {
    await expect(logInLink(each)).toBeVisible()
    await expect(accountBar(each)).toHaveCount(0)
    await expect.poll(() => tokenOf(each)).toBe('')
  }
  await tab.context().addCookies(cookies)
  expect((await callPortal(tab, '/api/session', { token })).status).toBe(401)
})

test('Back after logging out shows none of the earlier content (§4)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  await expect(shownAccountName(page)).not.toBeEmpty()
  const name = await shownAccountName(page).innerText()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Activity' }).click()
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await expectWholeHome(page)
  await logOut(page)
  await expect(logInLink(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('User ID')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toHaveCount(0)
})
