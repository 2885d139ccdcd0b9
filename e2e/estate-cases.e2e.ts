import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { tabTo } from './pages/keyboard.ts'
import { readMail } from './people/dev-mail.ts'
import { type MadeDonor, makeDonor, makeOtherAccount, makePersonOf } from './people/make-donor.ts'
import { makeDocument, makePlan } from './people/make-supporting-document.ts'

const at = '/super-user-dashboard/cases'
const day = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' })

async function openDeath(page: Page, donor: MadeDonor, who: number): Promise<void> {
  await page.getByRole('button', { name: 'Open a case' }).click()
  const form = page.getByRole('form', { name: 'Open a case' })
  await form.getByRole('textbox', { name: 'Account ID' }).fill(String(donor.fundId))
  await expect(form.getByText(donor.accountName)).toBeVisible()
  await form.getByLabel('Who died').selectOption({ index: who })
  const died = day.format(new Date(Date.now() - 20 * 86_400_000))
  await form.getByRole('textbox', { name: 'Date of death' }).fill(died)
  await form.getByLabel('Death certificate').selectOption({ label: 'Death certificate.pdf' })
  await form.getByRole('textbox', { name: 'Details' }).fill('The daughter called us')
  await form.getByRole('button', { name: 'Open this case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /: death of/ })).toBeVisible()
}

async function setDocumentState(page: Page, name: string, note?: string): Promise<void> {
  const steps = page.getByRole('group', { name: 'Steps of this case' })
  await steps.getByRole('button', { name, exact: true }).click()
  if (note !== undefined) await page.getByRole('textbox').last().fill(note)
}

test('after the first donor’s death the fund returns to the other; after the second the plan is carried out (§17)', async ({
  signInAs,
  visit,
}) => {
  test.setTimeout(120_000)
  const donor = await makeDonor('npt')
  await makePersonOf('npt', donor, 'joint_donor')
  const email = `${randomUUID().slice(0, 13)}@people.example`
  await makePlan('npt', donor, [
    { name: 'Wanda Reed', shareHundredths: 6_000, email },
    { name: 'A charity', shareHundredths: 4_000, charity_id: donor.charityId },
  ])
  const otherAccount = await makeOtherAccount('npt', donor)
  await makeDocument('npt', donor, 'Death certificate')
  const first = await signInAs('super', 'npt', { at })
  await openDeath(first, donor, 1)
  const others = first.getByRole('region', { name: 'Other accounts of this person' })
  await expect(others.getByRole('link', { name: otherAccount })).toBeVisible()
  await expect(others).toContainText('Awaiting confirmation')
  await expectNoAxeFindings(first)
  await setDocumentState(first, 'Confirm')
  await expect(first.getByText('You opened this case, so someone else has to confirm it.')).toBeVisible()

  const second = await signInAs('super2', 'npt', { at: new URL(first.url()).pathname })
  await setDocumentState(second, 'Confirm', 'The certificate')
  await second.getByRole('button', { name: 'Confirm this case' }).click()
  await expect(second.getByText('Returned to the other donor')).toBeVisible()

  // Their other account has no plan, so staff choose who receives it.
  await second.getByRole('link', { name: otherAccount }).click()
  await expect(second.getByRole('heading', { level: 1, name: `${otherAccount}: death of` })).toBeVisible()
  await setDocumentState(second, 'Confirm', 'The certificate')
  await second.getByRole('button', { name: 'Confirm this case' }).click()
  await second.getByRole('button', { name: 'Change the recipient' }).click()
  await second.getByRole('radio', { name: 'A charity or another fund' }).check()
  await second.getByRole('button', { name: 'Add a fund' }).click()
  await second.getByRole('searchbox', { name: /^Find another fund/ }).fill(String(donor.fundId))
  await second.getByRole('button', { name: `Add ${donor.accountName}` }).press('Enter')
  await expect(second.getByText(`Chosen: ${donor.accountName}`)).toBeVisible()
  await second.getByRole('textbox', { name: 'Reason' }).fill('There is no plan')
  await second.getByRole('button', { name: 'Save for confirmation' }).click()
  await expect(second.getByText(`To ${donor.accountName} instead`)).toBeVisible()

  await first.goto(at)
  await openDeath(first, donor, 1)
  await second.goto(new URL(first.url()).pathname)
  await setDocumentState(second, 'Confirm', 'The certificate')
  await second.getByRole('button', { name: 'Confirm this case' }).click()
  await expect(second.getByText('Wanda Reed has not answered yet.')).toBeVisible()
  await expect(second.getByRole('article', { name: 'Wanda Reed' })).toContainText('$600,000.00')
  await expectNoAxeFindings(second)

  const link = /http:\S+\/successor#[\w-]{43}/.exec(
    await readMail(second, email, 'You are named as a successor'),
  )?.[0]
  const guest = await visit('npt')
  await guest.setViewportSize({ width: 320, height: 800 })
  await guest.goto(link ?? '')
  await expect(guest.getByText('60% of the fund')).toBeVisible()
  expect(guest.url()).not.toContain('#')
  await tabTo(guest, guest.getByRole('button', { name: 'Accept', exact: true }))
  await guest.keyboard.press('Enter')
  await tabTo(guest, guest.getByRole('checkbox'))
  await guest.keyboard.press('Space')
  await expectNoAxeFindings(guest)
  await tabTo(guest, guest.getByRole('button', { name: 'Accept this share' }))
  await guest.keyboard.press('Enter')
  await expect(guest.getByText('You have accepted.')).toBeVisible()
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await first.reload()
  await setDocumentState(first, 'Distribute')
  await first.getByRole('button', { name: 'Distribute what is due' }).click()
  await expect(first.getByText('One grant for this case is waiting for approval or payment.')).toBeVisible()
  await expect(first.getByRole('article', { name: 'Wanda Reed' })).toContainText('Wanda Reed Fund')
  await expect(first.getByRole('table', { name: 'History' })).toContainText('Distributed what was due')
})

test(
  'a fund closes at its donors’ wish: the rest goes to another fund, and it closes with a zero balance (§17)',
  onlyLong,
  async ({ signInAs }) => {
    test.setTimeout(90_000)
    const [donor, other] = [await makeDonor('rathbones'), await makeDonor('rathbones')]
    await makeDocument('rathbones', donor, 'Signed instruction')
    const viewport = { width: 320, height: 700 }
    const first = await signInAs('super', 'rathbones', { at, viewport })
    await first.getByRole('button', { name: 'Open a case' }).click()
    const form = first.getByRole('form', { name: 'Open a case' })
    await form.getByRole('radio', { name: 'Closing' }).check()
    await form.getByRole('textbox', { name: 'Account ID' }).fill(String(donor.fundId))
    await expect(form.getByText(donor.accountName)).toBeVisible()
    await form.getByLabel(/signed instruction/).selectOption({ label: 'Signed instruction.pdf' })
    await form.getByRole('textbox', { name: 'Details' }).fill('They wish to close it')
    await form.getByRole('button', { name: 'Open this case' }).click()
    await expect(form.getByRole('link', { name: 'Choose who receives the money' })).toBeVisible()
    await form.getByRole('button', { name: 'Add a fund' }).press('Enter')
    const search = form.getByRole('searchbox', { name: 'Find another fund by its name or account ID' })
    await search.fill(String(donor.fundId))
    await expect(form.getByText('This fund closes')).toBeVisible()
    await search.fill(String(other.fundId))
    await form.getByRole('button', { name: `Add ${other.accountName}` }).press('Enter')
    const share = form.getByRole('textbox', { name: `${other.accountName}’s share (%)` })
    await expect(share).toBeFocused()
    await share.fill('99')
    await expectNoAxeFindings(first)
    await form.getByRole('button', { name: 'Open this case' }).click()
    await expect(form.getByText('The shares must add up to 100%').first()).toBeVisible()
    await share.fill('100')
    await form.getByRole('button', { name: 'Open this case' }).click()
    await expect(first.getByRole('heading', { level: 1, name: /: closing$/ })).toBeVisible()
    expect(await first.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

    const second = await signInAs('super2', 'rathbones', { at: new URL(first.url()).pathname })
    await setDocumentState(second, 'Confirm', 'The instruction and its signatures')
    await second.getByRole('button', { name: 'Confirm this case' }).click()
    await expect(second.getByText('We will make the transfers and grants that are due.')).toBeVisible()
    await setDocumentState(second, 'Distribute')
    await second.getByRole('button', { name: 'Distribute what is due' }).click()
    await expect(second.getByText('The fund is empty. We will close it.')).toBeVisible()
    await setDocumentState(second, 'Close the fund')
    await second.getByRole('button', { name: 'Close this fund' }).click()
    await expect(second.getByRole('table', { name: 'History' })).toContainText('Completed the case')
    await expectNoAxeFindings(second)
    const auditor = await signInAs('auditor', 'rathbones', { at })
    await expect(auditor.getByRole('table', { name: 'Cases' })).toContainText(donor.accountName)
    await expect(auditor.getByRole('button', { name: 'Open a case' })).toHaveCount(0)
  },
)

test('the second person reads the death certificate before confirming (§17)', async ({ signInAs }) => {
  const page = await signInAs('super2', 'npt', { at })
  // Open cases come first and the newest of them on top: the demonstration's is the oldest that waits.
  const waiting = page.getByRole('row').filter({ hasText: 'Awaiting confirmation' })
  await waiting.last().getByRole('link').click()
  const certificate = page.getByRole('button', { name: 'Download Death certificate.pdf' })
  const [file] = await Promise.all([page.waitForEvent('download'), certificate.click()])
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})
