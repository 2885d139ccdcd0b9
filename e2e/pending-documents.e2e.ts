import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { pressInRowMenu } from './pages/row-menu.ts'
import { readMail } from './people/dev-mail.ts'
import { makeDonor, makePersonOf } from './people/make-donor.ts'
import { makePendingDocuments } from './people/make-pending-document.ts'
import { makePerson } from './people/make-person.ts'

const shoot = async (page: Page, name: string) => {
  const folder = process.env.ALMONER_SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
const agreement = 'I have read this and agree to sign this document electronically'
const intent = 'I have read this document and intend to sign it'
const noSideways = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0)
const at = '/sign-pending-document'
const table = (page: Page) => page.getByRole('table', { name: 'Pending Documents' })
const signButton = (page: Page, transactionId: number) =>
  page.getByRole('button', { name: `${quoted.signDocument} Gift Agreement ${transactionId}.pdf` })

/** Signs on the screen of the embedded provider. */
async function signAs(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign Document' })).toBeVisible()
  await page.getByRole('checkbox', { name: agreement }).check()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByRole('textbox', { name: 'Your full name' }).fill(name)
  await page.getByRole('checkbox', { name: intent }).press('Space')
  await page.getByRole('button', { name: 'Sign document' }).press('Enter')
}

test('a single document opens by itself, is signed and filed, and opens no second time (§2.10)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const [transactionId = 0] = await makePendingDocuments('npt', donor)
  const page = await signInPerson('npt', donor)
  const times: { alert?: number; left?: number } = {}
  page.on('framenavigated', frame => {
    if (frame.url().includes('/sign/')) times.left ??= Date.now()
  })
  await page.goto(at)
  await expect(page.getByText(`${quoted.redirectingYou} NPT Giving`)).toBeVisible()
  times.alert = Date.now()
  await expect(page).toHaveURL(/\/sign\/[0-9a-f-]{36}\?returnTo=/)
  // Back leads to the list, and not here again.
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${at}\\?signing=${transactionId}$`))
  await expect(signButton(page, transactionId)).toBeVisible()
  await expect(page.getByText(quoted.redirectingYou)).toHaveCount(0)
  await signButton(page, transactionId).press('Enter')
  await signAs(page, 'Ada Winslow')
  await expect(page).toHaveURL(new RegExp(`signing=${transactionId}`))
  await expect(page.getByText(`Gift Agreement ${transactionId}.pdf is signed and filed.`)).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByText(quoted.noPendingDocuments)).toBeVisible()
  await expectNoAxeFindings(page)
  await shoot(page, 'pending-filed')
  await page.getByRole('link', { name: 'Account Documents' }).last().click()
  await expect(page.getByRole('rowheader', { name: `Gift Agreement ${transactionId}` })).toBeVisible()
})

test('shows ten of twelve, sorts, exports, fits 320 px (§2.10)', onlyLong, async ({ signInPerson }) => {
  const donor = await makeDonor('npt')
  await makePendingDocuments('npt', donor, { count: 12 })
  const page = await signInPerson('npt', donor, { at })
  await expect(table(page).getByRole('row')).toHaveCount(11)
  await expect(page.getByText(quoted.redirectingYou)).toHaveCount(0)
  await shoot(page, 'pending-1440')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(table(page).getByRole('row')).toHaveCount(13)
  await page.getByRole('columnheader', { name: 'Document Name' }).getByRole('button').press('Enter')
  await expect(page).toHaveURL(/sort=fileName/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /Excel/ }).click()
  expect((await download).suggestedFilename()).toBe('Pending-Documents.xlsx')
  await page.setViewportSize({ width: 320, height: 700 })
  await noSideways(page)
  await expectNoAxeFindings(page)
  await shoot(page, 'pending-320')
  await page.setViewportSize({ width: 768, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeFindings(page)
  await shoot(page, 'pending-dark')
})

test('two sign in order: the second waits for the first (§2.10)', onlyLong, async ({ signInPerson }) => {
  const donor = await makeDonor('rathbones')
  const joint = await makePersonOf('rathbones', donor, 'joint_donor')
  const viewer = await makePersonOf('rathbones', donor, 'viewer')
  const [transactionId = 0] = await makePendingDocuments('rathbones', donor)
  const second = await signInPerson('rathbones', joint, { at })
  await expect(table(second).getByText('Waiting for Ada Winslow')).toBeVisible()
  const first = await signInPerson('rathbones', donor, { at })
  await signButton(first, transactionId).click()
  await signAs(first, 'Ada Winslow')
  await expect(first.getByText(`You have signed Gift Agreement ${transactionId}.pdf.`)).toBeVisible({
    timeout: 30_000,
  })
  await second.reload()
  await signButton(second, transactionId).click()
  await second.getByRole('checkbox', { name: agreement }).check()
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.getByRole('button', { name: 'Decline to sign' }).click()
  await second.getByRole('textbox', { name: 'Why are you declining?' }).fill('The amount is wrong.')
  await second.getByRole('button', { name: 'Decline to sign' }).press('Enter')
  await expect(second.getByText('was declined, so no one needs to sign it')).toBeVisible({ timeout: 30_000 })
  const onlooker = await signInPerson('rathbones', viewer, { at })
  await expect(onlooker.getByText(quoted.noPendingDocuments)).toBeVisible()
})

test(
  'while the provider is down the document stays, and a retry works (§8)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 503/)
    const donor = await makeDonor('npt')
    const [transactionId = 0] = await makePendingDocuments('npt', donor)
    const page = await signInPerson('npt', donor)
    await page.route('**/pending-documents/sign', route =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: {
          type: 'urn:almoner:problem:service-unavailable',
          title: 'Service Unavailable',
          status: 503,
          service: 'NPT Giving',
          traceId: 't',
        },
      }),
    )
    await page.goto(at)
    await expect(
      page.getByText(`${quoted.issueWith} NPT Giving ${quoted.temporarilyUnavailable}`),
    ).toBeVisible()
    await expect(page.getByText(quoted.redirectingYou)).toHaveCount(0)
    let release: () => void = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.unroute('**/pending-documents/sign')
    await page.route('**/pending-documents/sign', async route => {
      await held
      await route.continue()
    })
    await signButton(page, transactionId).click()
    await expect(table(page).getByText(quoted.processing)).toBeVisible()
    release()
    await expect(page).toHaveURL(/\/sign\//)
  },
)

test('the idle clock of another tab rests while one signs (§9)', onlyLong, async ({ signInPerson }) => {
  const donor = await makeDonor('rathbones')
  const [transactionId = 0] = await makePendingDocuments('rathbones', donor)
  const page = await signInPerson('rathbones', donor, { at, isOwnSession: true })
  const other = await page.context().newPage()
  await other.clock.install()
  const fetched = other.waitForResponse(/\/session-watch-/, { timeout: 0 })
  await other.goto('/account')
  await expect(other.getByRole('heading', { name: 'Manage Account', level: 1 })).toBeVisible()
  await other.clock.runFor(2_000)
  await other.waitForLoadState('networkidle')
  await other.clock.fastForward(16_000)
  // The script that watches the session has come, but may not have run.
  await other.evaluate(script => import(script), (await fetched).url())
  await signButton(page, transactionId).click()
  await expect(page).toHaveURL(/\/sign\//)
  // Nothing more is heard from the tab that signs.
  await page.goto('about:blank')
  await other.clock.fastForward('26:00')
  await expect(other.getByText(quoted.stillHere)).toHaveCount(0)
  await other.clock.fastForward('03:00')
  await expect(other.getByText(quoted.stillHere)).toBeVisible()
  await other.clock.fastForward('02:00')
  await expect(other.getByText(quoted.loggedOutForInactivity)).toBeVisible()
})

test('staff enter a contribution by keyboard, prepare its document and cancel it (§10)', async ({
  signInAs,
}) => {
  const donor = await makeDonor('npt')
  await makePersonOf('npt', donor, 'joint_donor')
  const page = await signInAs('super', 'npt', { at: '/super-user-dashboard/contributions' })
  await page.getByRole('button', { name: 'Enter a contribution' }).press('Enter')
  await page.getByRole('button', { name: 'Enter the contribution' }).press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('Enter the account ID, six to eight digits')
  await expect(page.getByRole('alert').first()).toContainText('Choose what is given')
  await page.getByRole('textbox', { name: 'Account ID' }).fill(String(donor.fundId))
  await expect(page.getByText('Signs, in this order:')).toBeVisible()
  await page.getByRole('radio', { name: 'Securities' }).press('Space')
  await page.getByRole('textbox', { name: 'Ticker, if it has one' }).fill('hrn')
  await page.getByRole('textbox', { name: 'Description' }).fill('Heron plc')
  await page.getByRole('button', { name: 'Add an asset' }).press('Enter')
  await page.getByRole('button', { name: 'Enter the contribution' }).press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('Describe the asset')
  await page.getByRole('button', { name: 'Remove asset 2' }).press('Enter')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('120.5')
  await page.getByRole('checkbox', { name: 'It needs our countersignature' }).press('Space')
  await page.setViewportSize({ width: 320, height: 800 })
  await noSideways(page)
  await expectNoAxeFindings(page)
  await shoot(page, 'enter-320')
  await page.getByRole('button', { name: 'Enter the contribution' }).press('Enter')
  const done = page.getByRole('status').filter({ hasText: 'You can prepare its document now.' })
  await expect(done).toBeFocused()
  const transactionId = /Contribution (\d+) was entered/.exec((await done.textContent()) ?? '')?.[1] ?? ''
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('searchbox').fill(transactionId)
  const contributions = page.getByRole('table', { name: 'Contributions and their documents' })
  await expect(contributions.getByRole('row')).toHaveCount(2)
  await pressInRowMenu(contributions, `Prepare document of contribution ${transactionId}`)
  await expect(page.getByText('Everyone who signs it will get an e-mail.')).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('searchbox').fill(transactionId)
      await expect(contributions.getByRole('row')).toHaveCount(2)
      return await contributions.textContent()
    })
    .toContain('Waiting for signatures')
  await expect(contributions).toContainText('Ada Winslow, Ada Winslow, NPT Giving')
  await expectNoAxeFindings(page)
  await shoot(page, 'documents-1440')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeFindings(page)
  await shoot(page, 'documents-dark')
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await shoot(page, 'documents-forced')
  await page.emulateMedia({ forcedColors: 'none' })
  await pressInRowMenu(contributions, `Cancel contribution ${transactionId}`)
  await page.getByRole('textbox', { name: 'Reason' }).fill('Entered twice')
  await shoot(page, 'cancel-1440')
  await page.getByRole('button', { name: 'Cancel the contribution' }).press('Enter')
  await expect(contributions).toContainText('Canceled')
  await page.setViewportSize({ width: 320, height: 800 })
  await noSideways(page)
  await shoot(page, 'documents-320')
})

test('the sponsor countersigns from the mail and from the list of documents (§2.10)', async ({
  signInPerson,
}) => {
  const donor = await makeDonor('npt')
  const [transactionId = 0] = await makePendingDocuments('npt', donor, { needsCountersignature: true })
  const page = await signInPerson('npt', donor)
  // The mail names the page itself, which needs no list and no choice of an account.
  const toDonor = await readMail(page, donor.email, 'A document is waiting for your signature')
  const [address = ''] = /http:\S+\/sign\/[0-9a-f-]{36}/.exec(toDonor) ?? []
  await page.goto(address)
  await signAs(page, 'Ada Winslow')
  await expect(page.getByText('You have signed this document.')).toBeVisible()

  const staff = await makePerson('npt', { roles: [{ role: 'super_user' as const, actions: null }] })
  const staffPage = await signInPerson('npt', staff, { at: '/super-user-dashboard/contributions' })
  await staffPage.setViewportSize({ width: 320, height: 800 })
  await staffPage.getByRole('searchbox').fill(String(transactionId))
  const link = staffPage.getByRole('link', {
    name: `Countersign the document of contribution ${transactionId}`,
  })
  // A job of the program turns to the sponsor.
  await expect(async () => {
    await staffPage.reload()
    await staffPage.getByRole('searchbox').fill(String(transactionId))
    await expect(link).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectNoAxeFindings(staffPage)
  await noSideways(staffPage)
  await shoot(staffPage, 'countersign-320')
  await staffPage.setViewportSize({ width: 1440, height: 900 })
  await shoot(staffPage, 'countersign-1440')
  const { pathname } = new URL((await link.getAttribute('href')) ?? '', staffPage.url())
  const toStaff = await readMail(
    page,
    'support@npt.example',
    'A document is waiting for your countersignature',
  )
  expect(toStaff).toContain(pathname)
  await link.press('Enter')
  await signAs(staffPage, 'Ada Winslow')
  await expect(staffPage).toHaveURL(/\/super-user-dashboard\/contributions/)
  // A job files the document.
  const row = staffPage.getByRole('row').filter({ hasText: String(transactionId) })
  await expect(async () => {
    await staffPage.reload()
    await staffPage.getByRole('searchbox').fill(String(transactionId))
    await expect(row).toContainText('Signed', { timeout: 2_000 })
  }).toPass()
  await expect(link).toHaveCount(0)
})
