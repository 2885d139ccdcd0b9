import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { makeDonor } from './people/make-donor.ts'

test('a person edits their name and contact in the profile, and sets preferences (§6)', async ({
  signInPerson,
}) => {
  const page = await signInPerson('npt', await makeDonor('npt'), { at: '/my-profile' })
  await page.getByRole('button', { name: 'Edit name and contact' }).click()
  const title = page.getByRole('textbox', { name: 'Title (optional)' })
  await title.fill('Dr')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Activity' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: quoted.updatesSaved })).toBeFocused()
  await expect(page.getByRole('region', { name: 'You', exact: true })).toContainText('Dr ')

  const saved = page.waitForResponse(response => response.url().endsWith('/grant-naming'))
  await page.getByRole('radio', { name: 'Anonymous' }).check()
  await saved
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Anonymous' })).toBeChecked()

  await page.getByRole('navigation', { name: 'Profile pages' }).getByRole('link', { name: 'Notices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeFocused()
  const paid = page.getByRole('checkbox', { name: 'A grant was paid' })
  await expect(paid).toBeChecked()
  const switched = page.waitForResponse(response => response.url().endsWith('/my-profile/notices'))
  await paid.press('Space')
  await switched
  await page.reload()
  await expect(paid).not.toBeChecked()
})
