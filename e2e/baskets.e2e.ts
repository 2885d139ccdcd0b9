import type { Page } from '@playwright/test'
import { sheetOf, zip } from '../src/testing/factories/make-workbook.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { readAvailable } from './pages/account-bar.ts'
import { tabTo } from './pages/keyboard.ts'
import { fillIn } from './pages/recommend.ts'
import { makeDonor } from './people/make-donor.ts'

const main = (page: Page) => page.getByRole('main')
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Balance after these grants' })

async function addToBasket(page: Page, charityId: string, amountUnits: number): Promise<void> {
  await page.goto(`/recommend-a-grant?charity=${charityId}`)
  await fillIn(page, { amountUnits })
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Basket' })).toBeVisible()
}

test('grants gathered in a basket are edited side by side and submitted as one (§13)', async ({
  signInPerson,
}) => {
  test.setTimeout(120_000)
  const donor = await makeDonor('npt')
  const other = await makeDonor('npt')
  const page = await signInPerson('npt', donor)
  const available = await readAvailable(page)
  await addToBasket(page, donor.charityId, 700)
  await addToBasket(page, other.charityId, 800)
  const amounts = page.getByRole('textbox', { name: 'Amount' })
  await expect(amounts).toHaveCount(2)
  await expect(summaryOf(page)).toContainText('1,500.00')
  // The sum follows while an amount is typed, and the focus and what follows are kept while it is saved.
  await tabTo(page, amounts.first())
  await page.keyboard.press('Control+A')
  await page.keyboard.type('900')
  await expect(summaryOf(page)).toContainText('1,700.00')
  const saved = page.waitForResponse(response => response.url().includes('/grant-drafts/'))
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Purpose').first()).toBeFocused()
  await page.keyboard.press('Tab')
  const named = page.getByLabel('What the charity sees').first()
  await expect(named).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await saved
  await expect(named).toHaveValue('fund_only')
  await expect(named).toBeFocused()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await expectNoAxeFindings(page)

  await page.getByRole('button', { name: 'Submit 2 recommendations' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'certify' })).toBeVisible()
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  await page.getByRole('button', { name: 'Submit 2 recommendations' }).dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toContainText('2 grants were')
  await expect.poll(() => readAvailable(page)).toBe(available - 1_700_00n)
  await page.goto('/grants')
  const rows = page.getByRole('table', { name: 'Grants and schedules' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
})

test('a spreadsheet is uploaded, corrected, confirmed and submitted; uploading it again needs a confirmation (§13)', async ({
  signInPerson,
  expectedErrors,
}) => {
  test.setTimeout(120_000)
  expectedErrors.push(/status of 400/)
  const donor = await makeDonor('npt')
  const number = donor.charityId.replace('US-EIN-', '')
  const page = await signInPerson('npt', donor, { at: '/grants/upload' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  const text = [
    'Tax ID,Charity name,Amount,Purpose,What the charity sees',
    `${number},Some other name,300,In memory of Ruth,Anonymous`,
    `${number},Riverside Food Pantry ${number},12,,`,
  ].join('\n')
  const file = { name: 'grants.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('heading', { level: 1, name: 'grants.csv' })).toBeVisible()
  await expect(main(page)).toContainText('The minimum grant is $250')
  await expect(page.getByRole('button', { name: /^Submit/ })).toBeDisabled()
  await expectNoAxeFindings(page)
  const amount = page
    .getByRole('row')
    .filter({ hasText: 'The minimum grant' })
    .getByRole('textbox', { name: 'Amount' })
  await amount.fill('400')
  await amount.blur()
  await expect(main(page)).not.toContainText('The minimum grant is $250')
  const warnings = page.getByRole('checkbox', { name: /Recommend it anyway/ })
  // A row leaves the list of problems once its warning is accepted.
  await warnings.click()
  await expect(warnings.and(page.getByRole('checkbox', { checked: false }))).toHaveCount(0)
  await page.getByRole('button', { name: 'All 2' }).click()
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  await page.getByRole('button', { name: 'Submit 2 recommendations' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toContainText('2 grants were')

  await page.goto('/grants/upload')
  await page.locator('input[type=file]').setInputFiles(file)
  const question = page.getByRole('alertdialog', { name: 'Upload this file again?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'No, go back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Upload Grants' })).toBeVisible()
})

test(
  'a file that is not a spreadsheet is refused with a reason (§13)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 4\d\d/)
    const page = await signInPerson('rathbones', await makeDonor('rathbones'), { at: '/grants/upload' })
    await page.locator('input[type=file]').setInputFiles({
      name: 'grants.xlsx',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\u0003\u0004junk'),
    })
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectNoAxeFindings(page)
  },
)

for (const client of ['npt', 'nptuk'] as const)
  test(
    `last year’s export of ${client} is uploaded as it is, by keyboard (§13)`,
    onlyLong,
    async ({ signInPerson }) => {
      const donor = await makeDonor(client)
      const page = await signInPerson(client, donor)
      await addToBasket(page, donor.charityId, 700)
      await page.getByRole('checkbox', { name: /^I certify/ }).check()
      await page.getByRole('button', { name: 'Submit recommendation' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toContainText('1 grant was')
      await page.goto('/grants')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: /as CSV/ }).click()
      const path = await (await download).path()
      await page.goto('/grants/upload')
      await page.locator('input[type=file]').setInputFiles(path)
      await expect(page.getByText('The same amount was recommended on')).toBeVisible()
      await expect(summaryOf(page)).toContainText('700.00')
      await expect(summaryOf(page)).toContainText('1 grant')
      const discard = page.getByRole('button', { name: 'Discard this file' })
      await expect(discard).toBeEnabled()
      await tabTo(page, discard)
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Discard this file?' })
      await expect(question).toContainText('Its 1 grant will not be recommended')
      await expectNoAxeFindings(page)
    },
  )

test(
  'hidden rows of a workbook are asked about before they become grants (§13)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 400/)
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor, { at: '/grants/upload' })
    await page.setViewportSize({ width: 320, height: 800 })
    const number = donor.charityId.replace('US-EIN-', '')
    const row = (at: number, cells: string[], attributes = '') =>
      `<row r="${at}" ${attributes}>${cells.map((text, index) => `<c r="${'AB'[index]}${at}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const rows = `${row(1, ['EIN #', 'Gift amount ($)'])}${row(2, [number, '£300'])}${row(3, [number, '700'], 'hidden="1"')}`
    await page.locator('input[type=file]').setInputFiles({
      name: 'filtered.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: zip(sheetOf(rows)),
    })
    const question = page.getByRole('dialog', { name: 'Include the hidden rows?' })
    await expect(question).toContainText('Row 3 is hidden in the file')
    await expectNoAxeFindings(page)
    const leaveOut = question.getByRole('button', { name: 'Leave them out' })
    await expect(leaveOut).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'filtered.xlsx' })).toBeVisible()
    await expect(main(page)).toContainText('“£300” is in another currency. Enter an amount in US dollars')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveCount(1)
    await expectNoAxeFindings(page)
  },
)
