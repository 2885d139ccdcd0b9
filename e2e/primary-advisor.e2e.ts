import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { makeAdvisorOf, makeDonor } from './people/make-donor.ts'

const at = '/update-account/primary-advisor'

const edit = (page: Page) => page.getByRole('button', { name: quoted.editInformation })
const company = (page: Page) => page.getByRole('textbox', { name: 'Company (optional)' })
const terms = (page: Page) => page.getByLabel(quoted.acknowledgeTheTerms)
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('an advisor edits their contact information, which the donor then sees and can let recommend grants (§2.9, §4)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const advisor = await makeAdvisorOf('npt', donor)
  const page = await signInPerson('npt', advisor, { at })
  await expect(page.getByText('receives an e-mail alert when this page is updated')).toBeVisible()
  await expect(page.getByRole('link', { name: quoted.editYourName })).toHaveAttribute('href', '/my-profile')
  await expect(company(page)).toHaveCount(0)

  await edit(page).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title (optional)' })).toBeFocused()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('textbox', { name: 'Phone (optional)', exact: true }).fill('call me')
  await company(page).fill('Harbor Advisory')
  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()

  // Unsaved changes are not lost by a link, a shortcut to another page, or a press of Cancel by mistake.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Activity' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on this page' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('Fund Activity')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on this page' }).click()
  await expect(company(page)).toHaveValue('Harbor Advisory')

  await page.getByRole('textbox', { name: 'Phone (optional)', exact: true }).fill('(215) 555-0142')
  await terms(page).check()
  await save(page).click()
  await expect(page.getByRole('status').filter({ hasText: quoted.updatesSaved })).toBeFocused()
  await expect(company(page)).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: '+1 215 555 0142' })).toBeVisible()
  await expectNoAxeFindings(page)

  const asDonor = await signInPerson('npt', donor, { at })
  await expect(asDonor.getByRole('definition').filter({ hasText: 'Harbor Advisory' })).toBeVisible()
  await expect(edit(asDonor)).toHaveCount(0)
  await asDonor.getByRole('button', { name: 'Allow the advisor to recommend grants' }).click()
  await expect(asDonor.getByText('can recommend grants from this account')).toBeVisible()
})

test(
  'an account without a primary advisor says who to contact, in the client’s English (§2.9)',
  onlyLong,
  async ({ signInPerson }) => {
    const page = await signInPerson('rathbones', await makeDonor('rathbones'), { at })
    await expect(page.getByText(quoted.cannotAdjustOnline)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Primary Adviser' })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoAxeFindings(page)
  },
)
