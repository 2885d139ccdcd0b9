import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'

test('a person who was added decides by keyboard who reads their contact, and leaves the account', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const person = await makePerson('npt', { firstName: 'Rhoda', lastName: 'Sandling', roles: [] })
  const donorsPage = await signInPerson('npt', donor, { at: '/account' })
  await donorsPage.getByRole('button', { name: 'Add a person' }).click()
  const form = donorsPage.getByRole('form', { name: 'Add a person' })
  await form.getByRole('radio', { name: 'Interested Party' }).check()
  await form.getByLabel('First name', { exact: true }).fill('Rhoda')
  await form.getByLabel('Last name', { exact: true }).fill('Sandling')
  await form.getByLabel('E-mail', { exact: true }).fill(person.email)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(donorsPage.getByText('Rhoda Sandling was added.')).toBeVisible()
  const row = donorsPage.getByRole('row').filter({ hasText: 'Rhoda Sandling' })
  await row.getByRole('link').first().click()
  await expect(
    donorsPage.getByText('Rhoda Sandling has not shared their contact details with this account.'),
  ).toBeVisible()
  await expect(donorsPage.getByText(person.email)).toHaveCount(0)
  await expectNoAxeFindings(donorsPage)

  const page = await signInPerson('npt', person)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('link', { name: 'You were added to an account' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Who Sees Your Details' })).toBeVisible()
  await expect(page.getByText(/^You were added as Interested Party by /)).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Don’t share' }).press('Enter')
  await expect(page.getByText(/see only your name and a masked e-mail address\.$/).first()).toBeVisible()
  const share = page.getByRole('button', { name: 'Share my contact details' })
  await expect(share).toBeEnabled()
  await share.press('Enter')
  await expect(page.getByText('The people of this account see your contact details.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: donor.accountName })).toBeFocused()
  await donorsPage.reload()
  await expect(donorsPage.getByText(person.email)).toBeVisible()
  await expect(
    donorsPage.getByText('Only Rhoda Sandling, or staff who manage users, can change these details.'),
  ).toBeVisible()
  await expect(donorsPage.getByRole('button', { name: 'Edit Information' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Leave this account' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Do you want to leave this account?' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await expectNoAxeFindings(page)
  await question.getByRole('button', { name: 'Leave', exact: true }).press('Enter')
  await expect(page.getByText('You don’t have a fund account yet.')).toBeVisible()
})
