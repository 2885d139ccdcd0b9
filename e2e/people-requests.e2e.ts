import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { makeDonor } from './people/make-donor.ts'

test('a donor adds an interested party by keyboard, and requests a joint donor, who staff confirm (§17)', async ({
  signInPerson,
  signInAs,
}) => {
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor, { at: '/account' })
  await page.setViewportSize({ width: 320, height: 800 })
  const addButton = page.getByRole('button', { name: 'Add a person' })
  await addButton.press('Enter')
  const form = page.getByRole('form', { name: 'Add a person' })
  await form.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(form.getByRole('link', { name: 'Choose a role' })).toBeVisible()
  await expectNoAxeFindings(page)
  const fill = async (role: string, lastName: string) => {
    await form.getByRole('radio', { name: role }).press('Space')
    await form.getByLabel('First name', { exact: true }).fill('Basil')
    await form.getByLabel('Last name', { exact: true }).fill(lastName)
    await form
      .getByLabel('E-mail', { exact: true })
      .fill(`basil.${lastName.toLowerCase()}.${donor.fundId}@people.example`)
    await form.getByLabel('E-mail', { exact: true }).press('Enter')
  }
  await fill('Interested Party', 'Rook')
  const thanks = page.getByRole('status').filter({ hasText: 'Thank You' })
  await expect(thanks).toBeFocused()
  await expect(thanks).toContainText('Basil Rook was added.')
  const table = page.getByRole('table', { name: 'Account Relationships' })
  await expect(table.getByRole('row').filter({ hasText: 'Basil Rook' })).toContainText('View only')

  await addButton.click()
  await expect(form.getByText('NPT Giving confirms this role before it takes effect.').first()).toBeVisible()
  await fill('Joint Donor', 'Tern')
  await expect(thanks).toContainText('We’ll check your request to add Basil Tern')
  await expect(page.getByText('Add Basil Tern as Joint Donor, requested by')).toBeVisible()
  await expect(table.getByRole('row').filter({ hasText: 'Basil Tern' })).toHaveCount(0)

  const staff = await signInAs('super', 'npt', { at: '/super-user-dashboard/requests?view=all' })
  await staff.setViewportSize({ width: 320, height: 800 })
  await expectNoAxeFindings(staff)
  const confirm = staff.getByRole('button', { name: /^Confirm .*Add Basil Tern as Joint Donor/ })
  await confirm.press('Enter')
  const question = staff.getByRole('alertdialog', { name: 'Do you want to confirm this request?' })
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await question.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(staff.getByText('Confirmed: Add Basil Tern as Joint Donor.')).toBeVisible()
  await page.reload()
  await expect(table.getByRole('row').filter({ hasText: 'Basil Tern' })).toContainText('Joint Donor')

  await table
    .getByRole('row')
    .filter({ hasText: 'Basil Tern' })
    .getByRole('button', { name: /^Remove/ })
    .click()
  const remove = page.getByRole('alertdialog', { name: quoted.removeQuestion })
  await expect(remove).toContainText('NPT Giving confirms this before Basil Tern loses access.')
  await remove.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Remove Basil Tern as Joint Donor, requested by')).toBeVisible()

  await staff.reload()
  await staff.getByRole('button', { name: /^Decline .*Remove Basil Tern as Joint Donor/ }).click()
  const decline = staff.getByRole('form', { name: 'Decline a request' })
  await decline.getByRole('button', { name: 'Decline' }).click()
  await expect(decline.getByRole('link', { name: 'Write a message to the donors' })).toBeVisible()
  await decline.getByLabel('Message to the donors').fill('Please call us about this.')
  await decline.getByRole('button', { name: 'Decline' }).click()
  await expect(staff.getByText('Declined: Remove Basil Tern as Joint Donor.')).toBeVisible()
})

test(
  'staff put an account on hold with a reason, and its donor reads what that stops (§16)',
  onlyLong,
  async ({ signInPerson, signInAs }) => {
    const donor = await makeDonor('npt')
    const staff = await signInAs('super', 'npt', { at: '/super-user-dashboard', isOwnSession: true })
    await staff.getByRole('searchbox', { name: 'Find an account' }).fill(String(donor.fundId))
    await staff.getByRole('list', { name: 'Accounts found' }).getByRole('button').click()
    await expect(staff.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeVisible()
    await staff.goto('/account?show=status')
    await staff.getByRole('button', { name: 'Change the status' }).press('Enter')
    const form = staff.getByRole('form', { name: 'Change the status' })
    await expect(form.getByRole('heading')).toBeFocused()
    await expect(form.getByRole('radio', { name: /Closed/ })).toBeDisabled()
    await expect(form.getByText('The balance is not zero.')).toBeVisible()
    await form.getByRole('radio', { name: 'Immobile' }).press('Space')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(form.getByRole('link', { name: 'Enter the reason' })).toBeVisible()
    await form.getByLabel('Reason').fill('A court order')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(staff.getByText(quoted.updatesSaved)).toBeVisible()
    await expect(staff.getByRole('table', { name: 'Status changes' })).toContainText('A court order')
    await staff.setViewportSize({ width: 320, height: 800 })
    await expectNoAxeFindings(staff)

    const page = await signInPerson('npt', donor, { at: '/account' })
    await expect(page.getByText(/This fund is on hold\. No money can move in or out/)).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Status' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add a person' })).toHaveCount(0)
    await page.goto('/recommend-a-grant')
    await expect(page.getByText(/This fund is on hold\./)).toBeVisible()
  },
)
