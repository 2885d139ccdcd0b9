import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'

// What a client changes on the pages of an account; the other tests of these pages run at npt and rathbones.

test(
  'ubs leaves bankers and the service team out of the list, and people cannot edit their own details (§6, §15)',
  onlyLong,
  async ({ signInPerson }) => {
    const donor = await signInPerson('ubs', { userId: 'donor@ubs.example' }, { at: '/account' })
    const people = donor.getByRole('table', { name: 'Account Relationships' })
    await expect(people.getByRole('row').filter({ hasText: 'Primary Advisor' })).toHaveCount(1)
    await expect(people.getByRole('row').filter({ hasText: /Banker|Service Team|Successor/ })).toHaveCount(0)
    await donor.goto('/my-profile')
    const you = donor.getByRole('region', { name: 'You', exact: true })
    await expect(you).toContainText('UBS Giving manages these details.')
    await expect(you.getByText(/, [A-Z]{2} \d{5}$/)).toBeVisible()
    await expect(donor.getByRole('button', { name: 'Edit name and contact' })).toHaveCount(0)
    await donor.setViewportSize({ width: 320, height: 700 })
    await expectNoAxeFindings(donor)
    const advisor = await signInPerson(
      'ubs',
      { userId: 'advisor@ubs.example' },
      { at: '/update-account/primary-advisor' },
    )
    await expect(advisor.getByRole('heading', { name: 'Contact Information' })).toBeVisible()
    await expect(advisor.getByRole('link', { name: 'Edit Your Name' })).toHaveCount(0)
    await expect(advisor.getByRole('button', { name: 'Edit Information' })).toHaveCount(0)
  },
)

test('cazenove writes British English, and its donor opens the form of the name from the overview (§2.8, §2.9)', async ({
  signInPerson,
}) => {
  const page = await signInPerson('cazenove', { userId: 'donor@cazenove.example' }, { at: '/account' })
  const people = page.getByRole('table', { name: 'Account Relationships' })
  await expect(people.getByRole('row').filter({ hasText: 'Primary Adviser' })).toHaveCount(1)
  await expect(people.getByRole('row').filter({ hasText: 'Service Team' })).toHaveCount(1)
  await expect(page.getByText('Legacy Plan')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Update Account' }).click()
  await expect(page.getByRole('textbox', { name: 'Account Name' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'I acknowledge the terms' })).not.toBeChecked()
})

test(
  'npttransatlantic shows the account pages in one currency and says where it can be changed (§2.1)',
  onlyLong,
  async ({ signInPerson }) => {
    const person = { userId: 'donor@nptuk.example' }
    const page = await signInPerson('npttransatlantic', person, { at: '/account' })
    const notice = page.getByText(/^This page is in pounds sterling\./)
    await expect(notice).toBeVisible()
    await page.goto('/account-documents')
    await expect(page.getByRole('heading', { level: 1, name: 'Account Documents' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.goto('/my-profile')
    await expect(notice).toBeVisible()
  },
)
