import { makeExpectedContribution } from '../src/testing/factories/make-contribution-document.ts'
import { memoryProvider } from '../src/testing/signatures/memory-provider.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { openSection } from './pages/fund-activity.ts'
import { main } from './pages/payment-runs.ts'
import { pressInRowMenu } from './pages/row-menu.ts'
import { expireStepUp } from './people/expired-step-up.ts'
import { makeDonor } from './people/make-donor.ts'
import { inDatabase, makePerson } from './people/make-person.ts'

test('a contribution that was received in the wrong fund is reversed by two people (§13)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/)
  test.setTimeout(120_000)
  const donor = await makeDonor('npt')
  let number = 0
  await inDatabase(async databases => {
    const entered = await makeExpectedContribution(
      { databases, signatures: memoryProvider() },
      { book: 'npt', accountId: donor.accountId },
    )
    number = entered.transactionId
  })
  const roles = [{ role: 'super_user' as const, actions: null }]
  const one = await signInPerson('npt', await makePerson('npt', { roles, firstName: 'Erin' }))
  await one.goto(`/super-user-dashboard/contributions`)
  await one.getByRole('searchbox', { name: 'Filter by account or number' }).fill(String(number))
  const row = one.getByRole('row').filter({ hasText: String(number) })
  await pressInRowMenu(row, /^Mark as received/)
  const receipt = one.getByRole('form', { name: 'Receive a contribution' })
  await receipt.getByRole('radio', { name: 'Check' }).check()
  await receipt.getByRole('radio', { name: 'Someone else' }).check()
  await receipt.getByRole('radio', { name: 'Company' }).check()
  await one.setViewportSize({ width: 320, height: 640 })
  await expectNoAxeFindings(one)
  expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await receipt.getByRole('textbox', { name: 'Name of the payer' }).fill('Heron plc')
  await receipt.getByRole('button', { name: 'Post the contribution' }).press('Enter')
  await expect(main(one)).toContainText('was posted.')
  await expect(row).toContainText('by Heron plc')
  await pressInRowMenu(row, /^Reverse/)
  const form = one.getByRole('form', { name: 'Reverse a contribution' })
  await form.getByRole('radio', { name: /^It was misdirected/ }).check()
  await form.getByRole('textbox', { name: 'Reason' }).fill('It was for another fund')
  await form.getByRole('button', { name: 'Ask for the reversal' }).click()
  await expect(main(one)).toContainText('waits for a second person on the page Requests')

  const confirmer = await makePerson('npt', { roles, firstName: 'Tom' })
  const two = await signInPerson('npt', confirmer)
  await two.setViewportSize({ width: 320, height: 640 })
  await two.goto('/super-user-dashboard/requests')
  const request = two.getByRole('article', {
    name: `Reversal of a contribution: $500.00, ${donor.accountName}`,
  })
  await expect(request).toContainText('It was for another fund')
  await request.getByRole('button', { name: 'Confirm', exact: true }).press('Space')
  await expectNoAxeFindings(two)
  expect(await two.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expireStepUp(two, 'npt')
  await request.getByRole('button', { name: 'Confirm $500.00' }).click()
  const dialog = two.getByRole('dialog', { name: 'Please confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).last().fill(confirmer.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(two.getByText('Confirmed $500.00.')).toBeVisible()
  await expect(request).toHaveCount(0)

  const page = await signInPerson('npt', donor)
  await page.goto('/fund-activity')
  const contributions = await openSection(page, 'Contributions')
  const reversal = contributions.getByRole('row').filter({ hasText: 'Reversal' })
  await expect(reversal).toContainText('minus $500.00')
  await expect(contributions).toContainText('Cash contribution')
})
