import { pngOf } from '../src/testing/factories/make-file.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { makeDonor } from './people/make-donor.ts'

test('staff find a charity and change its profile with a reason, and donors see the change (§13)', async ({
  signInAs,
  signInPerson,
}) => {
  test.setTimeout(90_000)
  const donor = await makeDonor('npt')
  const number = donor.charityId.replace('US-EIN-', '')
  const staff = await signInAs('super', 'npt', { at: '/super-user-dashboard/charities' })
  await staff.getByRole('searchbox', { name: 'Find a charity' }).fill(number)
  await staff
    .getByRole('table', { name: /^Charities found/ })
    .getByRole('link')
    .first()
    .click()
  await staff.getByRole('button', { name: 'Edit What donors see' }).click()
  const form = staff.getByRole('form', { name: 'What donors see' })
  await form.getByRole('textbox', { name: 'Website' }).fill('harbor')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByRole('alert').filter({ hasText: 'www.example.org' }).first()).toBeVisible()
  await expectNoAxeFindings(staff)
  await form.getByRole('textbox', { name: 'Website' }).fill('https://www.harbor-light.example')
  await form.getByLabel('Profile level').selectOption('GOLD')
  await form.getByRole('textbox', { name: 'Reason for the change' }).fill('The charity wrote to us')
  await form.getByRole('button', { name: 'Save' }).click()
  const changes = staff.getByRole('table', { name: 'Changes' })
  await expect(changes).toContainText('Profile level: NONE to GOLD')
  await expect(changes).toContainText('The charity wrote to us')
  await staff
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pngOf(64, 32)) })
  await expect(staff.getByRole('img', { name: 'The logo that donors see' })).toBeVisible()
  await expect(changes).toContainText('Logo: none to a new logo')
  await expectNoAxeFindings(staff)
  const page = await signInPerson('npt', donor, { at: `/grant-activity/${donor.charityId}` })
  await expect(page.locator('img[src^="/charity-logos/"]')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('harbor-light.example')
  await expect(page.getByRole('main')).not.toContainText('The charity wrote to us')
})

test(
  'a charity profile works at 320 pixels by keyboard, and an auditor only reads it (§14)',
  onlyLong,
  async ({ signInAs }) => {
    const donor = await makeDonor('rathbones')
    const at = `/super-user-dashboard/charities/${donor.charityId}`
    const viewport = { width: 320, height: 640 }
    const staff = await signInAs('super2', 'rathbones', { at, viewport })
    await pressByKeyboard(staff, staff.getByRole('button', { name: 'Edit What donors see' }))
    const form = staff.getByRole('form', { name: 'What donors see' })
    await tabTo(staff, form.getByRole('textbox', { name: 'Comment' }))
    await staff.keyboard.type('Seen')
    await tabTo(staff, form.getByRole('textbox', { name: 'Reason for the change' }))
    await staff.keyboard.type('By phone')
    await tabTo(staff, form.getByRole('button', { name: 'Save' }))
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('table', { name: 'Changes' })).toContainText('By phone')
    await expect(staff.getByRole('button', { name: 'Edit What donors see' })).toBeFocused()
    await expectNoAxeFindings(staff)
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const auditor = await signInAs('auditor', 'rathbones', { at })
    await expect(auditor.getByRole('table', { name: 'Changes' })).toContainText('By phone')
    await expect(auditor.getByRole('button', { name: /^(Edit|Change)/ })).toHaveCount(0)
  },
)

test('bank details are entered by one person and confirmed by another after a call (§13)', async ({
  signInAs,
  expectedErrors,
}) => {
  test.setTimeout(90_000)
  // The wrong sort code.
  expectedErrors.push(/status of 400/)
  const donor = await makeDonor('rathbones')
  const at = `/super-user-dashboard/charities/${donor.charityId}`
  const first = await signInAs('super', 'rathbones', { at })
  const details = first.getByRole('region', { name: 'Bank details' })
  await details.getByRole('button', { name: 'Enter bank details' }).click()
  const form = first.getByRole('form', { name: 'New bank details' })
  await form.getByRole('textbox', { name: 'Name on the account' }).fill('Candlewick Hospice')
  await form.getByRole('textbox', { name: 'Sort code' }).fill('20-00-0')
  await form.getByRole('textbox', { name: 'Account number' }).fill('5577 9911')
  await form.getByRole('textbox', { name: 'Where these details come from' }).fill('Their letter')
  await form.getByRole('button', { name: 'Save for confirmation' }).click()
  await expect(form.getByRole('alert').first()).toContainText('six digits')
  await expectNoAxeFindings(first)
  await form.getByRole('textbox', { name: 'Sort code' }).fill('20-00-00')
  await form.getByRole('button', { name: 'Save for confirmation' }).click()
  await expect(details).toContainText('ending in 9911')
  await expect(details).toContainText('someone else has to confirm them')
  await expect(details).not.toContainText('55779911')

  const second = await signInAs('super2', 'rathbones', { at })
  const shown = second.getByRole('region', { name: 'Bank details' })
  await shown.getByRole('textbox', { name: /^Who you called/ }).fill('Ms Doe, on the number of their report')
  await shown.getByRole('button', { name: 'Confirm after the call' }).click()
  await expect(shown).toContainText('No payments to this account before')
  await expectNoAxeFindings(second)
})

test('a payee is entered by one person and confirmed by another, also at 320 pixels (§13)', async ({
  signInAs,
}) => {
  test.setTimeout(90_000)
  const donor = await makeDonor('rathbones')
  const at = `/super-user-dashboard/charities/${donor.charityId}`
  const first = await signInAs('super', 'rathbones', { at })
  const payee = first.getByRole('region', { name: 'Payee' })
  await payee.getByRole('button', { name: 'Change the payee' }).click()
  const form = first.getByRole('form', { name: 'Change of the payee' })
  await form.getByRole('textbox', { name: 'Payments are made out to' }).fill('Candlewick Hospice, Treasurer')
  await form.getByRole('textbox', { name: 'Where this change comes from' }).fill('Their letter')
  await expectNoAxeFindings(first)
  await form.getByRole('button', { name: 'Save for confirmation' }).click()
  await expect(payee).toContainText('made out to: nothing to Candlewick Hospice, Treasurer')
  await expect(payee).toContainText('someone else has to confirm it')

  const second = await signInAs('super2', 'rathbones', { at })
  await second.setViewportSize({ width: 320, height: 800 })
  const shown = second.getByRole('region', { name: 'Payee' })
  await shown
    .getByRole('textbox', { name: /^How you verified/ })
    .fill('Ms Doe, on the number of their report')
  await expectNoAxeFindings(second)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await shown.getByRole('button', { name: 'Confirm this change' }).click()
  await expect(shown).toContainText('No payments to this charity before')
  await expectNoAxeFindings(second)
})

test(
  'staff accept the charity that a donor proposed, who can give to it then (§13)',
  onlyLong,
  async ({ signInAs, signInPerson }) => {
    test.setTimeout(90_000)
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor, { at: '/charity-list/propose' })
    const name = `Harbor Choir ${donor.fundId}`
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('textbox', { name: 'City and state' }).fill('Erie, PA')
    await page.getByRole('textbox', { name: /^What the charity does/ }).fill('It sings in care homes.')
    await page.getByRole('button', { name: 'Submit suggestion' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toBeVisible()

    const staff = await signInAs('super', 'npt', { at: '/super-user-dashboard/charities' })
    await staff.getByRole('button', { name: `${name}, Erie, PA` }).click()
    const proposal = staff.getByRole('article', { name: `${name}, Erie, PA` })
    await proposal.getByRole('button', { name: 'Accept' }).click()
    await proposal.getByRole('textbox', { name: 'Tax ID (EIN) in the register' }).fill('not a number')
    await proposal.getByRole('button', { name: 'Accept this suggestion' }).click()
    await expect(proposal.getByRole('alert').first()).toContainText('Enter the number')
    await expectNoAxeFindings(staff)
    const number = donor.charityId.replace('US-EIN-', '')
    await proposal.getByRole('textbox', { name: 'Tax ID (EIN) in the register' }).fill(number)
    await proposal.getByRole('textbox', { name: 'Message to the donor' }).fill('It is on the register.')
    await proposal.getByRole('button', { name: 'Accept this suggestion' }).click()
    await expect(proposal).toHaveCount(0)

    await page.goto('/charity-list')
    await expect(page.getByRole('main')).toContainText('It is on the register.')
    await page.getByRole('link', { name: 'Recommend a grant to it' }).click()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  },
)
