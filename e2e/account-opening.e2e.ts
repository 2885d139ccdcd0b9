import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { pressInRowMenu } from './pages/row-menu.ts'
import { readMail } from './people/dev-mail.ts'
import { makeAdvisorOf, makeDonor } from './people/make-donor.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const unique = (text: string) => `${text} ${Date.now().toString(36)}`
const noWiderThan = async (page: Page, widthPx: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(widthPx)

async function goOn(page: Page, next: string): Promise<void> {
  await page.getByRole('button', { name: 'Save and continue' }).press('Enter')
  await expect(heading(page, next)).toBeFocused()
}

async function enterBirthDate(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Date of birth' }).pressSequentially('02031970')
}

async function enterAddress(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill('8 Mill Lane')
  await page.getByLabel('City', { exact: true }).fill('Haverford')
  await page.getByLabel('State', { exact: true }).selectOption('PA')
  await page.getByLabel('ZIP code', { exact: true }).fill('19041')
  await page.getByLabel('Phone', { exact: true }).fill('215 555 0142')
}

/** Signs what the portal's own provider shows. */
async function readAndSign(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: /agree to sign/ }).press('Space')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByLabel('Your full name').fill(name)
  await page.getByRole('checkbox', { name: /intend to sign/ }).press('Space')
  await page.getByRole('button', { name: 'Sign document' }).press('Enter')
}

/** Accepts the application and marks its contribution as received. */
async function acceptAndReceive(staff: Page, accountName: string): Promise<void> {
  await expect(async () => {
    await staff.goto('/super-user-dashboard/applications')
    await staff.getByLabel('Filter by account, donor, or number').fill(accountName)
    await expect(staff.getByRole('link', { name: accountName })).toBeVisible({ timeout: 1500 })
  }).toPass()
  await staff.getByRole('link', { name: accountName }).click()
  await expect(heading(staff, accountName)).toBeVisible()
  await staff.getByRole('button', { name: /^Check (for duplicates|again)$/ }).click()
  await expect(staff.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expectNoAxeFindings(staff)
  const box = staff.getByRole('checkbox', { name: /have checked/ })
  if (await box.isVisible()) await box.check()
  // A donor who has a login already has an address on file.
  const signed = staff.getByRole('radio', { name: /^As signed: 8 Mill Lane, Haverford/ })
  if (await signed.isVisible()) await signed.check()
  await staff.getByRole('button', { name: 'Accept' }).click()
  await expect(staff.getByRole('status').filter({ hasText: 'Accepted. Account' })).toBeFocused()
}

test('a donor opens an account by keyboard on a small screen; staff accept it, and it opens when its contribution has arrived (§17)', async ({
  signInPerson,
  signInAs,
}) => {
  test.setTimeout(300_000)
  const donor = await makeDonor('npt')
  const accountName = unique('Heron Fund')
  const page = await signInPerson('npt', donor, { at: '/new-account-opening' })
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: 'Open an account for myself' }).press('Enter')
  await expect(heading(page, 'Account')).toBeVisible()
  await page.getByRole('button', { name: 'Save and continue' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Enter an account name' })).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByLabel('Account Name').fill(accountName)
  await page.getByLabel('Individual').press('Space')
  await goOn(page, 'Donors')
  await enterBirthDate(page)
  await enterAddress(page)
  await page.getByRole('button', { name: 'Save for later' }).press('Enter')
  await expect(page.getByText('Saved. You can continue at any time, on any device.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('ZIP code')).toHaveValue('19041')
  await expectNoAxeFindings(page)
  await noWiderThan(page, 320)
  // Opened by its address, the review ticks nothing that is missing.
  await page.goto(page.url().replace('/donors', '/review'))
  const steps = page.getByRole('navigation', { name: 'Open a New Account' })
  const step = (title: string) => steps.getByRole('listitem').filter({ hasText: title })
  await expect(step('Donors')).toContainText('(done)')
  await expect(step('First contribution')).toContainText('(not complete)')
  await page.goBack()
  await goOn(page, 'Advisor')
  await page.getByRole('radio', { name: 'No', exact: true }).press('Space')
  await goOn(page, 'Successors')
  await page.getByRole('button', { name: 'Add a person' }).press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Cy Heron')
  await page.getByLabel(/share \(%\)$/i).fill('90')
  await page.getByRole('button', { name: 'Save and continue' }).press('Enter')
  await page.getByRole('link', { name: quoted.allocationTotal, exact: true }).press('Enter')
  await expect(page.locator(':focus')).toContainText(quoted.allocationTotal)
  await page.getByLabel(/share \(%\)$/i).fill('100')
  await expectNoAxeFindings(page)
  await goOn(page, 'First contribution')
  await page.getByRole('radio', { name: 'Cash' }).press('Space')
  await page.getByLabel('Amount').fill('25000')
  await goOn(page, 'Review')
  await expectNoAxeFindings(page)
  await noWiderThan(page, 320)
  await page.getByRole('checkbox', { name: /details are complete/ }).press('Space')
  await page.getByRole('button', { name: 'Send for signature' }).press('Enter')
  await page.getByRole('button', { name: 'Read and sign' }).press('Enter')
  await readAndSign(page, 'Ada Winslow')
  await expect(page.getByRole('heading', { name: 'Your Application', level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Under review' })).toBeVisible()
  await expectNoAxeFindings(page)
  await noWiderThan(page, 320)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the application' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^Application \d+\.pdf$/)

  const staff = await signInAs('super', 'npt')
  await acceptAndReceive(staff, accountName)
  await staff.goto('/super-user-dashboard/contributions')
  // Others enter contributions meanwhile, and the page shows the latest ten.
  await staff.getByRole('searchbox').fill(accountName)
  const row = staff.getByRole('row').filter({ hasText: accountName })
  // A job prepares it, and the page shows when it is ready.
  await expect(row).toContainText('Waiting for signatures', { timeout: 180_000 })
  await pressInRowMenu(row, /^Mark as received/)
  await expectNoAxeFindings(staff)
  await staff.getByRole('radio', { name: 'Check' }).check()
  await staff.getByRole('button', { name: 'Post the contribution' }).click()
  await expect(staff.getByText('second person has to confirm it on the page Requests')).toBeVisible()
  await expect(row).toContainText('Expected')

  const second = await signInAs('super2', 'npt', { at: '/super-user-dashboard/requests' })
  const request = second.getByRole('article', { name: new RegExp(accountName) })
  await request.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectNoAxeFindings(second)
  await request.getByRole('button', { name: /^Confirm \$/ }).click()
  await expect(second.getByText('Confirmed $25,000.00.')).toBeVisible()
  await expect(request).toHaveCount(0)
  await staff.reload()
  await expect(row).toContainText('Received')
})

test(
  'a client of an advisor signs by the link in an e-mail, without a login; the advisor never signs (§17)',
  onlyLong,
  async ({ signInPerson, visit }) => {
    const advisor = await makeAdvisorOf('npt', await makeDonor('npt'))
    const email = `${unique('nora').replace(' ', '-')}@people.example`
    const page = await signInPerson('npt', advisor, { at: '/new-account-opening' })
    await page.getByRole('button', { name: 'Prepare an account for a client' }).click()
    await page.getByLabel('Account Name').fill(unique('Quill Fund'))
    await page.getByLabel('Individual').check()
    await goOn(page, 'Donors')
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill('Quill')
    await page.getByLabel('E-mail').fill(email)
    await enterBirthDate(page)
    await enterAddress(page)
    await goOn(page, 'Advisor')
    await expect(page.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked()
    await goOn(page, 'Successors')
    await goOn(page, 'First contribution')
    await page.getByRole('radio', { name: 'Securities' }).check()
    await page.getByLabel('Description').fill('Acme common stock')
    await page.getByLabel('Quantity').fill('12.5')
    await goOn(page, 'Review')
    await page.getByRole('checkbox', { name: /details are complete/ }).check()
    await page.getByRole('button', { name: 'Send for signature' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for signatures' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Read and sign' })).toBeHidden()

    const link = /http:\S+\/new-account-opening\/confirm#[\w-]{43}/.exec(
      await readMail(page, email, 'An application is waiting for your signature'),
    )?.[0]
    const guest = await visit('npt')
    await guest.setViewportSize({ width: 320, height: 800 })
    await guest.goto(link ?? '')
    await expect(guest.getByText('Nothing is agreed until you sign.')).toBeVisible()
    // The secret of the link is in no history and no bookmark.
    expect(guest.url()).not.toContain('#')
    await expectNoAxeFindings(guest)
    await readAndSign(guest, 'Nora Quill')
    await expect(guest.getByText('You have signed the application.')).toBeVisible()
    await expectNoAxeFindings(guest)
    await noWiderThan(guest, 320)
    await expect(page.getByRole('status').filter({ hasText: 'Under review' })).toBeVisible()
  },
)

test('says that a wrong link has expired, and without a link says where to find it', async ({
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404 /)
  const guest = await visit('npt')
  await guest.goto(`/new-account-opening/confirm#${'A'.repeat(43)}`)
  await expect(guest.getByText('This link has expired.')).toBeVisible()
  await guest.goto('/new-account-opening/confirm')
  await expect(guest.getByText('Please open the link in our message again.')).toBeVisible()
})

test(
  'a step is saved as it is typed, however the person leaves it (§17)',
  onlyLong,
  async ({ signInPerson }) => {
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor, { at: '/new-account-opening' })
    const accountName = unique('Marsh Fund')
    const field = page.getByLabel('Account Name')
    await page.getByRole('button', { name: 'Open an account for myself' }).press('Enter')
    await field.fill(accountName)
    await expect(page.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible()
    await expectNoAxeFindings(page)

    // By the menu, within the pause before a save, without a question.
    await field.fill(`${accountName} II`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Activity' }).click()
    await expect(heading(page, 'Fund Activity')).toBeVisible()
    await page.goBack()
    await expect(field).toHaveValue(`${accountName} II`)

    // By loading the page again, and by closing it.
    await field.fill(`${accountName} III`)
    await page.reload()
    await expect(field).toHaveValue(`${accountName} III`)
    await field.fill(`${accountName} IV`)
    await page.close({ runBeforeUnload: true })
    const tab = await page.context().newPage()
    await expect(async () => {
      await tab.goto('/new-account-opening')
      await expect(tab.getByRole('link', { name: `${accountName} IV` })).toBeVisible({ timeout: 1500 })
    }).toPass()
  },
)
