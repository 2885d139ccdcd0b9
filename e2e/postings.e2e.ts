import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { openSection } from './pages/fund-activity.ts'
import { main } from './pages/payment-runs.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'

test('gains and a fee are entered by file, confirmed by a second person and read by the donor; a line and the batch are reversed (§17)', async ({
  signInPerson,
}) => {
  test.setTimeout(180_000)
  const donor = await makeDonor('npt')
  const roles = [{ role: 'super_user' as const, actions: null }]
  const one = await signInPerson('npt', await makePerson('npt', { roles, firstName: 'Erin' }))
  await one.goto('/super-user-dashboard/postings')
  await one.getByRole('link', { name: 'New batch' }).press('Enter')
  await expect(main(one)).toContainText('What the file needs')
  const name = `Gains of account ${donor.fundId}`
  const choose = (content: string) =>
    one.locator('input[type=file]').setInputFiles({
      name: 'gains.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Account ID,Kind,Date,Amount,Comment\n${content}`),
    })
  await choose(`${donor.fundId},Gain,2026-11-02,-12.34,`)
  const plan = one.getByRole('region', { name: 'What the file would do' })
  await expect(plan).toContainText('“-12.34” is negative')
  await expect(one.getByRole('button', { name: 'Send for confirmation' })).toHaveCount(0)
  await choose(
    `${donor.fundId},Gain,2026-11-02,1234.56,\n${donor.fundId},Other,2026-11-03,-4.00,Wire fee of the bank`,
  )
  await expect(plan).toContainText(
    'gains.csv: 2 lines for 1 fund, from November 2, 2026 to November 3, 2026.',
  )
  await expect(plan.getByRole('row', { name: /Investment gain/ })).toContainText('$1,234.56')
  await one.setViewportSize({ width: 320, height: 640 })
  await expectNoAxeFindings(one)
  expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const send = one.getByRole('button', { name: 'Send for confirmation' })
  await send.press('Enter')
  await expect(one.getByRole('alert').first()).toContainText('Enter what this batch is')
  await one.getByRole('textbox', { name: 'Name of the batch' }).fill(name)
  await send.press('Enter')
  await expect(main(one)).toContainText('Waiting for a second person')
  await expectNoAxeFindings(one)

  const two = await signInPerson('npt', await makePerson('npt', { roles, firstName: 'Tom' }))
  const confirm = async (kind: string) => {
    await two.goto('/super-user-dashboard/requests')
    const request = two.getByRole('article', { name: `${kind}: $1,238.56, ${name}` })
    await request.getByRole('button', { name: 'Confirm', exact: true }).press('Space')
    await request.getByRole('button', { name: 'Confirm $1,238.56' }).click()
    await expect(two.getByText('Confirmed $1,238.56.')).toBeVisible()
  }
  await confirm('Batch of postings')
  await one.reload()
  await expect(one.getByRole('button', { name: 'Reverse this batch' })).toBeVisible()

  const page = await signInPerson('npt', donor)
  await page.goto('/fund-activity')
  await expect(await openSection(page, 'Investment Gains and Losses')).toContainText('$1,234.56')
  await expect(await openSection(page, 'Other Activity')).toContainText('Wire fee of the bank')

  // The wrong line is reversed by somebody who had no part in the batch; the donor reads why.
  const three = await signInPerson('npt', await makePerson('npt', { roles, firstName: 'Vera' }))
  await three.goto('/super-user-dashboard/postings')
  await three.getByRole('link', { name: 'Find an entry' }).press('Enter')
  await three.getByRole('searchbox').fill(String(donor.fundId))
  const row = three.getByRole('row', { name: /Other activity/ }).filter({ hasText: String(donor.fundId) })
  await expect(row).toContainText('Batch')
  await expectNoAxeFindings(three)
  await row.getByRole('link').first().press('Enter')
  await expect(main(three)).toContainText('Wire fee of the bank')
  await three.getByRole('button', { name: 'Reverse this entry' }).press('Enter')
  await three.setViewportSize({ width: 320, height: 640 })
  await expectNoAxeFindings(three)
  expect(await three.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await three.getByRole('textbox', { name: 'Why it is reversed' }).fill('The bank charged no fee')
  await three.getByRole('button', { name: 'Reverse the entry' }).press('Enter')
  await expect(main(three)).toContainText('Reversed by')
  await page.reload()
  await expect(await openSection(page, 'Other Activity')).toContainText(
    /Takes back other activity \d+ of November 3, 2026\. The bank charged no fee/,
  )

  await one.getByRole('button', { name: 'Reverse this batch' }).press('Enter')
  await one.getByRole('textbox', { name: 'Why it is reversed' }).fill('The custodian sent wrong figures')
  await one.getByRole('button', { name: 'Ask for the reversal' }).press('Enter')
  await expect(main(one)).toContainText('Reversal of a batch, entered by Erin')
  await confirm('Reversal of a batch')
  await one.reload()
  await expect(main(one)).toContainText('Why it was reversed')
  await page.reload()
  await expect(await openSection(page, 'Investment Gains and Losses')).toContainText('minus $1,234.56')
})

test(
  'a total is divided and fees are computed before anything is sent, by keyboard and at 320 px (§17)',
  onlyLong,
  async ({ signInPerson }) => {
    const roles = [{ role: 'super_user' as const, actions: null }]
    const page = await signInPerson('rathbones', await makePerson('rathbones', { roles, firstName: 'Della' }))
    await page.setViewportSize({ width: 320, height: 640 })
    const isNarrow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.goto('/super-user-dashboard/postings')
    await page.getByRole('link', { name: 'Divide a total' }).press('Enter')
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Investment gain' })
    await page.getByRole('textbox', { name: 'Total' }).fill('100.01')
    await page.getByRole('radio', { name: 'Equal parts' }).press('Space')
    const check = page.getByRole('button', { name: 'Check', exact: true })
    await expect(check).toBeEnabled()
    await check.press('Enter')
    const division = page.getByRole('region', { name: 'What the division would do' })
    await expect(division.getByRole('row', { name: /Investment gain/ })).toContainText('£100.01')
    await expectNoAxeFindings(page)
    await isNarrow()
    // What was typed since was not checked.
    await page.getByRole('textbox', { name: 'Total' }).fill('200.02')
    await expect(division).toHaveCount(0)

    await page.goto('/super-user-dashboard/postings/fees')
    await expect(main(page)).toContainText('The first £250,000: 0.75%')
    await expectNoAxeFindings(page)
    await page
      .getByRole('link', { name: /^Compute the fees/ })
      .first()
      .press('Enter')
    const run = page.getByRole('region', { name: 'What the run would charge' })
    await expect(run).toContainText('Funds that pay the minimum')
    await expect(page.getByRole('textbox', { name: 'Name of the batch' })).toHaveValue(
      /^Administrative fee, /,
    )
    await expectNoAxeFindings(page)
    await isNarrow()
  },
)
