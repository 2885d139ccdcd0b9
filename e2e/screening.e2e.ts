import type { Page } from '@playwright/test'
import { statusNotes } from '../src/features/accounts/domain/account-status.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { makeDonor } from './people/make-donor.ts'
import { makeListedViewer } from './people/make-finding.ts'
import { inDatabase, makePerson } from './people/make-person.ts'

const roles = [{ role: 'super_user' as const, actions: null }]
const viewport = { width: 320, height: 640 }
const at = '/super-user-dashboard/screening'

const main = (page: Page) => page.getByRole('main')

async function expectFits(page: Page): Promise<void> {
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
}

/** Chooses a step of a finding and gives its reason, by keyboard. */
async function decide(page: Page, choice: string, reason: string): Promise<void> {
  const decision = page.getByRole('region', { name: 'Decide' })
  await pressByKeyboard(page, decision.getByRole('button', { name: choice, exact: true }), 'Space')
  await tabTo(page, decision.getByRole('textbox'))
  await page.keyboard.type(reason)
  await pressByKeyboard(page, decision.getByRole('button', { name: choice, exact: true }).last())
  await expect(page.getByRole('region', { name: 'Decisions' })).toContainText(reason)
}

test('staff find that a name on a list is another person’s, by keyboard at 320 pixels (§13)', async ({
  signInPerson,
}) => {
  test.setTimeout(120_000)
  const donor = await makeDonor('npt')
  const { findingId, name } = await makeListedViewer(donor, 1)
  const staff = await signInPerson('npt', await makePerson('npt', { roles }), {
    ...{ at: `${at}?size=all`, viewport },
  })
  const link = staff.locator(`a[href$="${findingId}"]`)
  await expect(link).toHaveText(name)
  await expectFits(staff)
  await link.press('Enter')
  await expect(staff.getByRole('region', { name: 'What depends on it' })).toContainText(donor.accountName)
  await expectFits(staff)
  await decide(staff, 'Not the same', 'Born forty years later')
  await expect(main(staff).getByText('Not the same').first()).toBeVisible()
  await expectFits(staff)
  await staff.goto(`${at}?view=decided&size=all`)
  await expect(staff.locator(`a[href$="${findingId}"]`)).toHaveText(name)
})

test('two people confirm a name; the account is on hold as for any other reason until two people lift it (§13)', async ({
  signInPerson,
}) => {
  test.setTimeout(180_000)
  const donor = await makeDonor('npt')
  const { findingId } = await makeListedViewer(donor, 23)
  const page = { at: `${at}/${findingId}`, viewport }
  const first = await signInPerson('npt', await makePerson('npt', { roles }), page)
  await decide(first, 'The same', 'The same passport')
  await expect(
    first.getByText('You took the step before, so someone else has to decide.').first(),
  ).toBeVisible()
  await expectFits(first)

  const second = await signInPerson('npt', await makePerson('npt', { roles }), page)
  await expect(main(second).getByText('Awaiting a second person').first()).toBeVisible()
  await expectFits(second)
  await decide(second, 'Confirm', 'Compared with the passport')
  await expectFits(second)

  // The donor reads what is read of every account that is on hold. The bytes are compared in account-holds.test.ts.
  await inDatabase(async databases => {
    const account = databases.book('npt').selectFrom('fund_account').select('account_status')
    const status = async () =>
      (await account.where('account_id', '=', donor.accountId).executeTakeFirstOrThrow()).account_status
    await expect.poll(status).toBe('Immobile')
  })
  const asDonor = await signInPerson('npt', donor, { at: '/account' })
  await expect(main(asDonor).getByText(statusNotes.Immobile ?? '')).toBeVisible()
  expect(await main(asDonor).innerText()).not.toMatch(/sanction|screen|confirmed|passport/i)

  await decide(second, 'Ask to lift it', 'The passport was forged')
  await first.reload()
  await decide(first, 'Lift', 'The police wrote so')
  await expect(main(first).getByText('Not the same').first()).toBeVisible()
})
