import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { clientNames, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { readAvailable } from './pages/account-bar.ts'
import { callPortal } from './pages/call-portal.ts'
import { countPresses, presses } from './pages/presses.ts'
import { confirmedGrantId, fillIn, pickCharity } from './pages/recommend.ts'
import { makeAdvisorOf, makeDonor, makePersonOf } from './people/make-donor.ts'

const main = (page: Page) => page.getByRole('main')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function recommendOnce(page: Page, charityId: string, amountUnits: number): Promise<string> {
  await page.goto(`/recommend-a-grant?charity=${charityId}`)
  await fillIn(page, { amountUnits })
  await page.getByRole('button', { name: 'Submit recommendation' }).click()
  return await confirmedGrantId(page)
}

for (const client of clientNames) {
  test(
    `a donor at ${client} needs seven presses for a new charity and four for a repeat, which the list shows with its next step (§13)`,
    longUnless(client === 'npt'),
    async ({ signInPerson, expectedErrors }) => {
      test.setTimeout(90_000)
      // The question about a repeat within 30 days.
      expectedErrors.push(/status of 400/)
      const donor = await makeDonor(client)
      const page = await signInPerson(client, donor)
      const available = await readAvailable(page)
      await countPresses(page)
      await menu(page).getByRole('link', { name: 'Recommend a Grant' }).click()
      const number = donor.charityId.replace(/^\D*/, '')
      await pickCharity(page, number, donor.charityId)
      await fillIn(page, { amountUnits: 700 })
      await page.getByRole('button', { name: 'Submit recommendation' }).click()
      await confirmedGrantId(page)
      expect(await presses(page)).toBeLessThanOrEqual(7)

      await page
        .getByRole('banner')
        .getByRole('link', { name: /, home$/ })
        .click()
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
      await countPresses(page)
      await menu(page).getByRole('link', { name: 'Recommend a Grant' }).click()
      const again = page.getByRole('region', { name: 'Give again' })
      await again.getByRole('link').first().click()
      await page.getByRole('checkbox', { name: /^I certify/ }).check()
      await page.getByRole('button', { name: 'Submit recommendation' }).click()
      // A second grant to the charity within 30 days is asked about; that press is the answer.
      await page.getByRole('alertdialog').getByRole('button', { name: /^Yes/ }).click()
      await confirmedGrantId(page)
      expect(await presses(page)).toBeLessThanOrEqual(4 + 1)
      await expect.poll(() => readAvailable(page)).toBe(available - 1_400_00n)

      await page.goto('/grants')
      const rows = page.getByRole('table', { name: 'Grants and schedules' }).locator('tbody').getByRole('row')
      await expect(rows).toHaveCount(2)
      await expect(rows.first()).toContainText('Decision')
      await page.goto('/grants?state=paid')
      await expect(main(page)).toContainText('No grants match these filters.')
      await page.goto('/grants?view=insight')
      await expect(main(page)).toContainText(/No grant was paid|Nothing was paid/i)
      await expectNoAxeFindings(page)
    },
  )
}

test('an old grant is repeated with four presses and no question (§13)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt')
  await countPresses(page)
  await menu(page).getByRole('link', { name: 'Recommend a Grant' }).click()
  const again = page.getByRole('region', { name: 'Give again' }).getByRole('link').last()
  await again.click()
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  // Everything is filled in; to submit is the fourth press.
  await expect(page.getByRole('button', { name: 'Submit recommendation' })).toBeEnabled()
  expect(await presses(page)).toBe(3)
})

test('a draft follows its donor to another device, and what two people enter is not lost (§13)', async ({
  signInPerson,
  expectedErrors,
}) => {
  test.setTimeout(90_000)
  expectedErrors.push(/status of 409/)
  const donor = await makeDonor('npt')
  const joint = await makePersonOf('npt', donor, 'joint_donor')
  const first = await signInPerson('npt', donor, { at: `/recommend-a-grant?charity=${donor.charityId}` })
  await first.getByRole('textbox', { name: 'Amount' }).fill('812')
  await expect(first.getByText('Saved as a draft.')).toBeVisible()

  const second = await signInPerson('npt', joint, { at: '/grants' })
  const drafts = second.getByRole('region', { name: 'Not submitted yet' })
  const openDrafts = () => second.getByRole('button', { name: 'Not submitted yet: 1' }).click()
  await openDrafts()
  await expect(drafts).toContainText('Draft started by Ada Winslow')
  await drafts.getByRole('link').first().click()
  await expect(second.getByRole('textbox', { name: 'Amount' })).toHaveValue('812')
  await second.getByRole('textbox', { name: 'Amount' }).fill('900')
  await expect(second.getByText('Saved as a draft.')).toBeVisible()

  await first.getByRole('textbox', { name: 'Amount' }).fill('850')
  const conflict = first.getByRole('alert').filter({ hasText: 'changed this draft' })
  await expect(conflict).toBeVisible()
  await expect(first.getByRole('textbox', { name: 'Amount' })).toHaveValue('850')
  await expectNoAxeFindings(first)
  await conflict.getByRole('button', { name: 'Keep my entries' }).click()
  await expect(first.getByText('Saved as a draft.')).toBeVisible()
  await second.goto('/grants')
  await openDrafts()
  await expect(drafts).toContainText('$850')

  // A donor who only looks at the search leaves no empty draft.
  await second.goto('/recommend-a-grant')
  await second.getByRole('searchbox', { name: 'Find a charity' }).fill('lighthouse')
  await menu(second).getByRole('link', { name: 'Fund Activity' }).click()
  await second.goto('/grants')
  await openDrafts()
  await expect(drafts.getByRole('listitem')).toHaveCount(1)
})

test(
  'the charity list saves notes and adds several grants to the basket at 320 px (§13)',
  onlyLong,
  async ({ signInPerson }) => {
    test.setTimeout(90_000)
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor, {
      at: `/grant-activity/${donor.charityId}`,
      viewport: { width: 320, height: 640 },
    })
    const added = page.waitForResponse(
      response => response.url().endsWith('/charity-list') && response.request().method() === 'POST',
    )
    await page.getByRole('button', { name: 'Add to Charity List' }).last().click()
    await added
    await page.goto('/charity-list')
    await page.getByRole('button', { name: /^Add a note/ }).click()
    await page.getByRole('textbox', { name: /^Note about/ }).fill('Ask for the annual report')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(main(page)).toContainText('Ask for the annual report')
    await expectNoAxeFindings(page)
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .last()
      .check()
    await page.getByRole('button', { name: 'Add 1 grant to the basket' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Basket' })).toBeVisible()
    await expectNoAxeFindings(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // An amount that nobody has entered yet is no mistake until its field was left.
    await expect(main(page)).toContainText('1 grant needs an amount.')
    await expect(main(page)).not.toContainText('correcting')
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
    await amount.focus()
    await amount.blur()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')

    // Both removals say so, and Tab continues from the heading.
    await page.getByRole('button', { name: /^Remove the grant to/ }).press('Enter')
    await expect(page.getByText(/^The grant to .* was removed\.$/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goto('/charity-list')
    await page.getByRole('button', { name: /^Remove / }).press('Enter')
    const question = page.getByRole('alertdialog', { name: quoted.removeCharityQuestion })
    await question.getByRole('button', { name: 'Yes' }).press('Enter')
    await expect(page.getByText(/was removed from your charity list\.$/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  },
)

test('a charity on no register is proposed with a supporting document, and its progress is shown (§13)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('rathbones')
  const page = await signInPerson('rathbones', donor, { at: '/charity-list/propose' })
  await page.getByRole('button', { name: 'Submit suggestion' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('St Osyth’s Parish Church')
  await page.getByRole('textbox', { name: 'Town' }).fill('Clacton')
  await page
    .getByRole('textbox', { name: /^What the charity does/ })
    .fill('Our parish; the roof has to be repaired.')
  await page.getByRole('button', { name: 'Submit suggestion' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank You' })).toContainText('Its number is')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'constitution.pdf', mimeType: 'application/pdf', buffer: minimalPdf })
  await expect(page.getByRole('list', { name: 'Documents added' })).toContainText('constitution.pdf')
  await page.goto('/charity-list')
  const proposals = page.getByRole('region', { name: 'Charities you suggested' })
  await expect(proposals).toContainText('St Osyth’s Parish Church')
  await expectNoAxeFindings(page)
})

const minimalPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

test(
  'an advisor and a viewer see the fund’s giving, and nothing that they may not do (§14)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    test.setTimeout(90_000)
    expectedErrors.push(/status of 404/)
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor)
    await recommendOnce(page, donor.charityId, 500)
    const viewer = await signInPerson('npt', await makePersonOf('npt', donor, 'viewer'), {
      at: '/grants',
    })
    await expect(viewer.getByRole('table', { name: 'Grants and schedules' })).toBeVisible()
    for (const name of ['Recommend a Grant', 'Upload a spreadsheet'])
      await expect(main(viewer).getByRole('link', { name })).toHaveCount(0)
    await expect(main(viewer).getByRole('button', { name: /^Actions for the grant/ })).toHaveCount(0)

    const advisor = await signInPerson('npt', await makeAdvisorOf('npt', donor), { at: '/grants' })
    await expect(advisor.getByRole('table', { name: 'Grants and schedules' })).toBeVisible()
    const other = await makeDonor('npt')
    expect((await callPortal(advisor, `/api/accounts/${other.fundId}/giving`)).status).toBe(404)
  },
)
