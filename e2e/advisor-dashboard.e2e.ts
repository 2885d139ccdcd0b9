import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { accountBar } from './pages/account-bar.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { makeAdvisorOf, makeDonor } from './people/make-donor.ts'
import { inDatabase } from './people/make-person.ts'

const accountsTable = (page: Page) => page.getByRole('table', { name: 'The accounts that you look after' })
/** Each row of the report adds up on the screen, with the columns that are shown at first and with others (§17). */
async function expectToAddUp(page: Page): Promise<void> {
  const report = page.getByRole('table', { name: 'The activity of each account' })
  const differences = () =>
    report.evaluate(table => {
      const read = (cells: HTMLCollectionOf<Element> | undefined) =>
        // Screen readers get the amount a second time.
        Array.from(cells ?? [], cell => (cell.querySelector('[aria-hidden]') ?? cell).textContent.trim())
      const centsOf = (text: string) =>
        Number(text.replaceAll(/[^\d]/g, '')) * (text.startsWith('(') ? -1 : 1)
      const headings = read(table.querySelector('thead tr')?.children)
      const [first, last] = [headings.indexOf('Beginning balance'), headings.indexOf('Ending balance')]
      return Array.from(table.querySelectorAll('tbody tr'), row => {
        const cells = read(row.children).map(centsOf)
        return cells.slice(first, last).reduce((sum, cents) => sum + cents, 0) - (cells[last] ?? 0)
      })
    })
  const other = report.getByRole('columnheader', { name: 'Other', exact: true })
  await expect(other).toBeVisible()
  expect(await differences()).toEqual([0, 0, 0])
  await page.getByText('Columns').click()
  for (const name of ['Other activity', 'Grants returned', 'Transfers in', 'Transfers out'])
    await page.getByRole('checkbox', { name }).check()
  await expect(other).toHaveCount(0)
  expect(await differences()).toEqual([0, 0, 0])
}

const search = (page: Page) => page.getByRole('searchbox')

test('an advisor finds accounts, groups them, opens one and returns to the same view, and saves a report (§17)', async ({
  signInAs,
}) => {
  const page = await signInAs('advisor', 'npt')
  await page.goto('/financial-advisor-dashboard?sort=-balance')
  const rows = accountsTable(page).getByRole('row')
  await expect(page.getByRole('region', { name: 'Totals in USD' })).toContainText('Granted this year')
  // Find: the address has the view.
  await search(page).fill('whitcombe')
  await expect(page).toHaveURL(/keywords=whitcombe/)
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Accounts (3)' })).toBeVisible()

  // Group.
  const name = `Whitcombe family ${Date.now()}`
  await page.getByRole('button', { name: 'Households', exact: true }).click()
  await page.getByLabel('Name of a new household').fill(name)
  await page.getByRole('button', { name: 'Create household' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: `The household ${name} was created.` }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Charts', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Assets by household' })).toContainText('No household')
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Accounts (3)' }).click()
  await accountsTable(page).getByRole('checkbox', { name: 'Select all accounts' }).check()
  await page.getByLabel('Move the selected accounts to').selectOption({ label: name })
  await page.getByRole('button', { name: 'Move accounts' }).click()
  await expect(page.getByText(`3 accounts moved to ${name}.`)).toBeVisible()
  await expect(accountsTable(page)).toContainText(name)

  // Act: one press opens an account, and Back shows the same view.
  await accountsTable(page)
    .getByRole('button', { name: /The Whitcombe Family Fund/ })
    .click()
  await expect(page).toHaveURL(/\/fund-activity/)
  await expect(accountBar(page)).toContainText('The Whitcombe Family Fund')
  await page.goBack()
  await expect(search(page)).toHaveValue('whitcombe')
  await expect(page).toHaveURL(/sort=-balance/)
  await expect(rows).toHaveCount(4)

  // Report: over what is shown, or over the household, which the palette finds.
  await page.getByRole('button', { name: 'Activity report' }).click()
  await expect(page.getByText('The accounts that match your search and filters')).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'The activity of each account' }).getByRole('row'),
  ).toHaveCount(4)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(name)
  await palette.getByRole('option', { name }).click()
  await expect(page).toHaveURL(/household=/)
  await page.getByRole('button', { name: 'Activity report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity Report' })).toBeVisible()
  await page.getByRole('button', { name: 'Last year' }).click()
  const report = page.getByRole('table', { name: 'The activity of each account' })
  await expect(report.getByRole('row')).toHaveCount(4)
  await expectToAddUp(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const bytes = await readFile(await (await saved).path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expectNoAxeFindings(page)

  await page.getByRole('link', { name: 'Back to your accounts' }).click()
  await page.getByRole('button', { name: 'Households', exact: true }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expect(
    page.getByRole('status').filter({ hasText: `The household ${name} was deleted.` }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an advisor sorts, filters and opens an account by keyboard at 320 px, and sees no other accounts (§17)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const advisor = await makeAdvisorOf('npt', donor)
  const page = await signInPerson('npt', advisor, {
    at: '/financial-advisor-dashboard',
    viewport: { width: 320, height: 800 },
  })
  const table = accountsTable(page)
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await tabTo(page, page.getByLabel('Sort by'))
  await page.keyboard.type('Balance, largest')
  await expect(page).toHaveURL(/sort=-balance/)
  await tabTo(page, search(page), 'Shift+Tab')
  await page.keyboard.type('no such account')
  await expect(page.getByText('No accounts match “no such account”.')).toBeVisible()
  await search(page).press('Control+a')
  await page.keyboard.press('Delete')
  await expect(table.getByRole('row')).toHaveCount(2)
  await pressByKeyboard(page, table.getByRole('rowheader').getByRole('button'))
  await expect(page).toHaveURL(/\/fund-activity/)
  await expect(accountBar(page)).toContainText(String(donor.fundId))
})

test('a thousand accounts are announced with their number and positions, and few of them are rendered (§17)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const advisor = await makeAdvisorOf('npt', donor)
  await inDatabase(async databases => {
    await sql`
      with added as (
        insert into fund_account (fund_id, account_name, donor_name, opened_on)
          select 70000000 + n, 'The Ramaswamy and Wetherby Family Fund ' || n, 'Ada Winslow', current_date from generate_series(1, 999) n
          returning account_id)
      insert into account_relationship (account_id, party_id, account_role_code)
        select added.account_id, advising.party_id, 'primary_advisor' from added, account_relationship advising
          where advising.account_id = ${donor.accountId} and advising.account_role_code = 'primary_advisor'`.execute(
      databases.book('npt'),
    )
  })
  const page = await signInPerson('npt', advisor, { at: '/financial-advisor-dashboard?view=all' })
  const table = accountsTable(page)
  await expect(table).toHaveAttribute('aria-rowcount', '1001')
  const rows = table.getByRole('row')
  expect(await rows.count()).toBeLessThan(120)
  await expect(rows.first()).toHaveAttribute('aria-rowindex', '1')
  const last = table.locator('[aria-rowindex="1001"]')
  await expect(async () => {
    await table.evaluate(element => element.scrollIntoView({ block: 'end' }))
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectNoAxeFindings(page)

  // Fifty of them are short enough to scroll past on a phone.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/financial-advisor-dashboard?view=50')
  await expect(rows).toHaveCount(51)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6000)
})
