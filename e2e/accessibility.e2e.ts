import type { Page } from '@playwright/test'
import { demoClients } from '../src/demo/demo-client.ts'
import { type ClientName, clientNames, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { accountBar, switchAccount } from './pages/account-bar.ts'
import { openSection } from './pages/fund-activity.ts'
import { latestActivity, latestGrant } from './pages/home.ts'
import { pickCharity } from './pages/recommend.ts'
import { grantThatMay, openReview } from './pages/review.ts'

const fundOf = { npt: demoClients.USD.mainFundId, rathbones: demoClients.GBP.mainFundId }
type Viewport = { width: number; height: number }
const wide = { width: 1440, height: 900 }
const narrow = { width: 320, height: 800 }

/**
 * One client sees each state narrow and light, the other wide and dark. Layout does not depend on the client or on colors, and
 * another test checks the contrast of each theme's color pairs.
 */
const viewports = {
  npt: { viewport: narrow, colorScheme: 'light' },
  rathbones: { viewport: wide, colorScheme: 'dark' },
} as const

/**
 * Checks the current state of a screen with axe in the client's viewport, and that it does not scroll sideways. e2e/page-checks covers
 * screens as they open; these tests cover the states that a person reaches by using them.
 */
async function expectAccessible(
  page: Page,
  client: ClientName,
  viewport: Viewport = viewports[client].viewport,
): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Loading|^Searching/ })).toHaveCount(0)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: viewports[client].colorScheme })
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth'), `the width of ${page.url()}`)
    .toBeLessThanOrEqual(viewport.width)
  await expectNoAxeFindings(page)
  // The steps of these tests are written for the wide layout.
  await page.setViewportSize(wide)
}

/** Checks the confirmation dialog, then cancels it. */
async function expectDialogAccessible(page: Page, client: ClientName): Promise<void> {
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, client)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

for (const client of clientNames) {
  const options = { viewport: wide } as const
  const about = `at ${client}`

  test(`visitor screens pass axe ${about}`, onlyLong, async ({ visit }) => {
    const page = await visit(client, options)
    await page.setViewportSize(narrow)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('region', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page, client, narrow)
    await page.goto('/api/sign-in/start')
    await expect(page.getByLabel('User ID')).toBeVisible()
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Enter your user ID' })).toBeFocused()
    await expectAccessible(page, client)
  })

  test(`a donor's home, accounts and activity pass axe ${about}`, onlyLong, async ({ signInAs }) => {
    test.setTimeout(120_000)
    const page = await signInAs('donor', client, options)
    await expect(latestActivity(page)).toBeVisible()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expectAccessible(page, client)
    await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
    await expect(page.getByRole('dialog', { name: 'View Accounts' }).getByRole('table')).toBeVisible()
    await expectAccessible(page, client)
    await page.keyboard.press('Escape')
    await accountBar(page).getByRole('button', { name: 'What makes up the available balance' }).click()
    await expectAccessible(page, client)
    await page.keyboard.press('Escape')
    await page.goto('/fund-activity?range=since-opening&open=1,2,3,5,11')
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectAccessible(page, client)
    await page.getByRole('button', { name: 'Choose dates' }).click()
    await expect(page.getByRole('group', { name: 'First and last day' })).toBeVisible()
    await expectAccessible(page, client)
  })

  test(
    `the steps of a recommendation, a grant and a charity pass axe ${about}`,
    longUnless(client === 'rathbones'),
    async ({ signInAs }) => {
      test.setTimeout(120_000)
      const page = await signInAs('donor', client, options)
      await switchAccount(page, fundOf[client])
      await page.goto('/fund-activity?range=since-opening&open=2')
      const link = (await openSection(page, 'Grants')).getByRole('rowheader').getByRole('link').first()
      const name = await link.innerText()
      const charityId = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
      await link.click()
      await expect(page.getByRole('heading', { name: 'Previous Grants To This Charity' })).toBeVisible()
      await page.goto('/recommend-a-grant')
      await expect(page.getByRole('heading', { name: 'Your charity list' })).toBeVisible()
      await page.getByRole('searchbox', { name: 'Find a charity' }).fill(name)
      await expect(page.locator(`a[href*="charity=${charityId}"]`)).toBeVisible()
      await expectAccessible(page, client)
      await pickCharity(page, name, charityId)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Enter an amount' })).toBeFocused()
      await expectAccessible(page, client)
      await page.getByRole('textbox', { name: 'Amount' }).fill('700')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('checkbox', { name: /^I certify/ })).toBeVisible()
      await expectAccessible(page, client)
      await page.getByRole('button', { name: 'Submit recommendation' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'certify your grant' })).toBeVisible()
      await expectAccessible(page, client)
      // Nobody is asked, because the draft is on the server.
      await expect(page.getByText('Saved as a draft.')).toBeVisible()
      await page
        .getByRole('banner')
        .getByRole('link', { name: /, home$/ })
        .click()
      await latestGrant(page).click()
      await expect(page.getByRole('heading', { level: 1, name: /^Grant to / })).toBeVisible()
    },
  )

  test(`staff screens pass axe ${about}`, onlyLong, async ({ signInAs }) => {
    test.setTimeout(120_000)
    const page = await signInAs('super2', client, { ...options, at: '/super-user-dashboard?view=50' })
    const queue = page.getByRole('table', { name: 'Grants to approve, oldest first' })
    await expect(queue).toBeVisible()
    await openReview(page, await grantThatMay(page, 'approve'))
    const approval = page.getByRole('form', { name: 'Approve' })
    await approval.getByRole('textbox', { name: /^Internal note/ }).fill('Seen in the register.')
    await approval.getByRole('button', { name: 'Approve this grant' }).click()
    await expectDialogAccessible(page, client)
    await page.goto('/super-user-dashboard/grants?queue=to-pay')
    await expect(page.getByRole('table', { name: /^Grants to pay/ })).toBeVisible()
    await expectAccessible(page, client)
    await page.goto('/super-user-dashboard/payments')
    await expect(page.getByRole('table', { name: /^Payment runs/ })).toBeVisible()
    await expectAccessible(page, client)
  })
}
