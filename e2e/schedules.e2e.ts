import type { Page } from '@playwright/test'
import { clientNames, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { readAvailable } from './pages/account-bar.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { makeDonor, makePersonOf } from './people/make-donor.ts'
import { makeWaitingDate } from './people/make-waiting-date.ts'

const main = (page: Page) => page.getByRole('main')
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

for (const client of clientNames) {
  test(
    `a donor at ${client} schedules a grant, skips a date, pauses, changes and stops it (§13)`,
    longUnless(client === 'rathbones'),
    async ({ signInPerson }) => {
      test.setTimeout(120_000)
      const donor = await makeDonor(client)
      const page = await signInPerson(client, donor, { at: `/recommend-a-grant?charity=${donor.charityId}` })
      const available = await readAvailable(page)
      await page.getByRole('textbox', { name: 'Amount' }).fill('600')
      await page.getByLabel('How often').selectOption('monthly')
      const year = new Date().getUTCFullYear() + 1
      await page.getByRole('textbox', { name: 'First grant' }).fill(`15 March ${year}`)
      await page.getByRole('radio', { name: 'A number of times' }).check()
      await page.getByRole('textbox', { name: 'Number of grants' }).fill('14')
      await expectNoAxeFindings(page)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(main(page)).toContainText('Every month')
      await page.getByRole('checkbox', { name: /^I certify/ }).check()
      await page.getByRole('button', { name: 'Submit recommendation' }).click()
      await expect(
        page
          .getByRole('list')
          .filter({ hasText: String(year) })
          .first(),
      ).toBeVisible()
      await expect(page.getByRole('heading', { name: 'The next 3 dates' })).toBeVisible()
      await page.getByRole('button', { name: 'Show all 12' }).click()
      await expect(page.getByRole('heading', { name: 'The next 12 dates' })).toBeVisible()
      expect(await readAvailable(page)).toBe(available)

      await page.getByRole('button', { name: /^Skip/ }).first().click()
      await expect(toast(page, 'is skipped')).toBeVisible()
      await expect(main(page)).toContainText('Skipped')
      await page.getByRole('button', { name: 'Pause' }).click()
      await expect(toast(page, 'The schedule is paused')).toBeVisible()
      await expectNoAxeFindings(page)
      await page.getByRole('button', { name: 'Resume' }).click()
      await expect(toast(page, 'The schedule was resumed')).toBeVisible()

      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByRole('textbox', { name: 'Amount' }).fill('650')
      await page.getByRole('button', { name: 'Save the schedule' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'certify' })).toBeVisible()
      await page.getByRole('checkbox', { name: /^I certify/ }).check()
      await page.getByRole('button', { name: 'Save the schedule' }).click()
      await expect(toast(page, 'The schedule was changed')).toBeVisible()
      await expect(main(page)).toContainText('650.00')

      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop it' }).click()
      await expect(toast(page, 'The schedule is stopped')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
      await page.goto('/grants')
      await expect(page.getByRole('table', { name: 'Grants and schedules' })).toContainText(
        'Schedule, stopped',
      )
    },
  )
}

test('a date that waits says why, and is corrected in place by keyboard at 320 pixels (§13)', async ({
  signInPerson,
}) => {
  test.setTimeout(90_000)
  const donor = await makeDonor('npt')
  const scheduleId = await makeWaitingDate('npt', donor)
  const page = await signInPerson('npt', donor, {
    at: '/grants/schedules',
    viewport: { width: 320, height: 640 },
  })
  const available = await readAvailable(page)
  await expect(main(page)).toContainText('One date needs your attention')
  await page.goto(`/grants/schedules/${scheduleId}`)
  const waiting = page.getByRole('region', { name: 'Dates that need your attention' })
  await expect(waiting).toContainText(/more than the available balance|balance/i)
  await expectNoAxeFindings(page)
  await tabTo(page, waiting.getByRole('textbox', { name: 'Amount of this grant' }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('700')
  await pressByKeyboard(page, waiting.getByRole('checkbox', { name: /^I certify/ }), 'Space')
  await pressByKeyboard(page, waiting.getByRole('button', { name: 'Recommend now' }))
  await expect(waiting).toHaveCount(0)
  await expect.poll(() => readAvailable(page)).toBe(available - 700_00n)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test(
  'a viewer sees a schedule and its dates, and no button that changes it (§14)',
  onlyLong,
  async ({ signInPerson }) => {
    const donor = await makeDonor('npt')
    const scheduleId = await makeWaitingDate('npt', donor)
    const viewer = await signInPerson('npt', await makePersonOf('npt', donor, 'viewer'), {
      at: `/grants/schedules/${scheduleId}`,
    })
    await expect(main(viewer)).toContainText('Every month')
    for (const name of [/^Pause/, /^Change/, /^Stop/, /^Skip/, /^Recommend now/])
      await expect(main(viewer).getByRole('button', { name })).toHaveCount(0)
  },
)
