import type { Page } from '@playwright/test'
import { clientNames, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { tabTo } from './pages/keyboard.ts'
import { confirmedGrantId, fillIn } from './pages/recommend.ts'
import { decision, openReview } from './pages/review.ts'
import { type MadeDonor, makeDonor } from './people/make-donor.ts'

const main = (page: Page) => page.getByRole('main')

async function recommendFrom(page: Page, donor: MadeDonor, amountUnits: number): Promise<string> {
  await page.goto(`/recommend-a-grant?charity=${donor.charityId}`)
  await fillIn(page, { amountUnits })
  await page.getByRole('button', { name: 'Submit recommendation' }).click()
  return await confirmedGrantId(page)
}

async function decide(page: Page, choice: string, fields: Record<string, string>, submit: string) {
  const offered = decision(page).getByRole('button', { name: choice, exact: true })
  // Before the grant has arrived, no choice is offered at all.
  await expect(decision(page).getByRole('button').first()).toBeVisible()
  if (await offered.count()) await offered.click()
  for (const [label, text] of Object.entries(fields))
    await decision(page).getByRole('textbox', { name: label }).fill(text)
  await decision(page).getByRole('button', { name: submit }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: choice, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toBeVisible()
}

for (const client of clientNames) {
  test(
    `staff at ${client} claim, ask, hold, release and approve; the donor answers and sees no hold (§13)`,
    longUnless(client === 'rathbones'),
    async ({ signInPerson, signInAs }) => {
      test.setTimeout(120_000)
      const donor = await makeDonor(client)
      const page = await signInPerson(client, donor)
      const grantId = await recommendFrom(page, donor, 600)
      const next = page.getByRole('region', { name: 'What happens next' })
      await expect(next).toContainText('You don’t need to do anything')

      const staff = await signInAs('super', client)
      await openReview(staff, grantId)
      await staff.getByRole('button', { name: 'Claim' }).click()
      await expect(staff.getByRole('region', { name: 'Owner' })).toContainText('Ngozi Ekwueme')
      await decide(staff, 'Ask', { 'Question to the donor': 'Which branch do you mean?' }, 'Ask the donor')

      await page.reload()
      await expect(next).toContainText('Which branch do you mean?')
      await expectNoAxeFindings(page)
      await next.getByRole('button', { name: 'Send the answer' }).click()
      await expect(next.getByRole('alert').filter({ hasText: 'Write your answer' })).toBeVisible()
      await next.getByRole('textbox', { name: 'Your answer' }).fill('The one in the harbor')
      await next.getByRole('button', { name: 'Send the answer' }).click()
      await expect(next).toContainText('You don’t need to do anything')
      const seen = await main(page).innerText()

      await openReview(staff, grantId)
      await expect(main(staff)).toContainText('The one in the harbor')
      await decide(staff, 'Hold', { Reason: 'The name has to be looked at' }, 'Put this grant on hold')
      await expect(staff.getByText(/^On hold since/)).toBeVisible()
      await expectNoAxeFindings(staff)
      await page.reload()
      await expect(next).toBeVisible()
      expect(await main(page).innerText()).toBe(seen)

      await decide(staff, 'Release', { Reason: 'It is another person' }, 'End the hold')
      // Leaving the page before its reply would end the request.
      await expect(staff.getByText(/^On hold since/)).toHaveCount(0)
      await openReview(staff, grantId)
      await decide(staff, 'Approve', {}, 'Approve this grant')
      await page.reload()
      await expect(next).toContainText(/will pay it by/)
      await expect(main(page)).not.toContainText('looked at')
    },
  )
}

test(
  'clean grants are approved together, found by filters, and shortcuts lead through the queue (§13)',
  onlyLong,
  async ({ signInPerson, signInAs }) => {
    test.setTimeout(120_000)
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor)
    const first = await recommendFrom(page, donor, 700)
    await recommendFrom(page, donor, 30_000)
    const staff = await signInAs('super2', 'npt', { at: `/super-user-dashboard?keywords=${donor.fundId}` })
    const rows = staff
      .getByRole('table', { name: /^Grants to approve/ })
      .locator('tbody')
      .getByRole('row')
    await expect(rows).toHaveCount(2)
    await staff.getByRole('button', { name: 'Filters' }).click()
    await staff.getByLabel('Eligibility when recommended').selectOption('person')
    await expect(rows).toHaveCount(0)
    await staff.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(2)
    // Each row says who would be paid, also the one that is reviewed by itself.
    await expect(rows.filter({ hasText: /Check/ })).toHaveCount(2)
    await expectNoAxeFindings(staff)
    await staff.getByRole('checkbox', { name: /^Select all/ }).check()
    await staff.getByRole('textbox', { name: 'Reason for all of them' }).fill('Seen in the register')
    await expect(main(staff)).toContainText('1 of the selected grants need to be reviewed one by one')
    await staff.getByRole('button', { name: 'Approve 1 grant' }).click()
    await expect(staff.getByRole('status').filter({ hasText: '1 grant was approved.' })).toBeVisible()
    await expect(rows).toHaveCount(1)

    await openReview(staff, first)
    await expect(main(staff)).toContainText('Approved')
    await rows.page().goto(`/super-user-dashboard?keywords=${donor.fundId}`)
    await rows
      .first()
      .getByRole('link', { name: /^Review/ })
      .click()
    await expect(decision(staff)).toBeVisible()
    await staff.keyboard.press('Alt+q')
    await expect(staff.getByRole('textbox', { name: 'Internal note' })).toBeFocused()
    await expect(staff.getByRole('form', { name: 'Ask' })).toBeVisible()
    await staff.keyboard.press('Alt+a')
    await expect(staff.getByRole('form', { name: 'Approve' })).toBeVisible()
    const before = staff.url()
    await staff.keyboard.press('Alt+n')
    await expect.poll(() => staff.url()).not.toBe(before)
  },
)

test('the queue and a review work at 320 pixels, by keyboard (§13)', async ({ signInPerson, signInAs }) => {
  test.setTimeout(90_000)
  const donor = await makeDonor('rathbones')
  const grantId = await recommendFrom(await signInPerson('rathbones', donor), donor, 800)
  const staff = await signInAs('super', 'rathbones', {
    at: `/super-user-dashboard/grants/${grantId}`,
    viewport: { width: 320, height: 640 },
  })
  await expect(decision(staff)).toBeVisible()
  await tabTo(staff, decision(staff).getByRole('button', { name: 'Hold', exact: true }))
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('form', { name: 'Hold' })).toBeVisible()
  await expectNoAxeFindings(staff)
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await staff.goto(`/super-user-dashboard?keywords=${donor.fundId}&waits=staff`)
  await expect(staff.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expectNoAxeFindings(staff)
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
