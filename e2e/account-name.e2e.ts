import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { type ClientName, expect, expectNoAxeFindings, type Fixtures, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { accountBar } from './pages/account-bar.ts'
import { type MadeDonor, makeDonor } from './people/make-donor.ts'

type SignInPerson = Fixtures['signInPerson']

async function openForm(signInPerson: SignInPerson, client: ClientName, donor: MadeDonor): Promise<Page> {
  const page = await signInPerson(client, donor, { at: '/update-account' })
  await expect(name(page)).toHaveValue(/Ellison/)
  return page
}

const name = (page: Page) => page.getByRole('textbox', { name: 'Account Name' })
const terms = (page: Page) => page.getByLabel(quoted.acknowledgeTheTerms)
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const thanks = (page: Page) => page.getByRole('status').filter({ hasText: quoted.updatesSaved })

test('a donor renames the fund, which every tab shows at once (§2.9, §4)', async ({ signInPerson }) => {
  const page = await openForm(signInPerson, 'npt', await makeDonor('npt'))
  const otherTab = await page.context().newPage()
  await otherTab.goto('/fund-activity')
  await expect(accountBar(otherTab)).toContainText('Ellison')

  await expect(page.getByRole('heading', { name: quoted.acknowledgmentOfTerms })).toBeVisible()
  await name(page).fill('')
  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText(['Enter an account name', 'Acknowledge the terms'])

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await name(page).fill('Herons of the Marsh')
  await expect(accountBar(page).getByRole('button', { name: quoted.viewAccounts })).toHaveCount(0)
  await terms(page).press('Space')
  let letGo = () => {}
  const isHeld = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/account-name', async route => {
    if (route.request().method() === 'POST') await isHeld
    await route.continue()
  })
  await name(page).press('Enter')
  await expect(page.getByText(quoted.processingPleaseWait)).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  letGo()
  await expect(thanks(page)).toBeFocused()
  await expect(thanks(page)).toContainText(quoted.thankYou)
  await expect(terms(page)).not.toBeChecked()
  // The form is pristine again, so the accounts can be switched.
  await expect(accountBar(page).getByRole('button', { name: quoted.viewAccounts })).toBeVisible()
  await expect(accountBar(page)).toContainText('Herons of the Marsh')
  await expect(accountBar(otherTab)).toContainText('Herons of the Marsh')

  // Cancel resets and leaves without a question.
  await name(page).fill('Unwanted')
  await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1, name: quoted.manageAccount })).toBeFocused()
  await expect(page.getByRole('heading', { name: quoted.additionalDocuments })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Update Account' }).click()
  await expect(name(page)).toHaveValue('Herons of the Marsh')
  await name(page).fill('Almost')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Activity' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on this page' }).click()
  await expect(name(page)).toHaveValue('Almost')
})

test('the second of two editors sees the other’s change beside their own entry and loses nothing (§17)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const donor = await makeDonor('rathbones')
  const [first, second] = [
    await openForm(signInPerson, 'rathbones', donor),
    await openForm(signInPerson, 'rathbones', donor),
  ]
  // The second is a browser of its own, which no message reaches.
  await name(second).fill('Named by the second')
  await terms(second).check()
  await name(first).fill('Named by the first')
  await terms(first).check()
  await save(first).click()
  await expect(thanks(first)).toBeVisible()

  await save(second).click()
  const notice = second.getByRole('alert').filter({ hasText: 'Someone else saved a change' })
  await expect(notice).toBeFocused()
  await expect(notice).toContainText(
    /Ada Winslow changed the account name from “.*” to “Named by the first” on/,
  )
  await expect(notice.getByRole('definition')).toHaveText(['Named by the first', 'Named by the second'])
  await expect(name(second)).toHaveValue('Named by the second')
  await second.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(second)
  await save(second).click()
  await expect(thanks(second)).toBeVisible()
  await expect(accountBar(second)).toContainText('Named by the second')
})

test('an auditor reads the form but cannot submit it (§5, §14)', onlyLong, async ({ signInAs }) => {
  const page = await signInAs('auditor', 'npt', { at: '/update-account' })
  await expect(page.getByText(quoted.noAccessToSubmit, { exact: true })).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await expect(name(page)).toHaveAttribute('readonly')
})
