import type { Locator, Page } from '@playwright/test'
import { clientOfBook } from '../src/clients/clients.ts'
import { npt } from '../src/clients/configuration/npt.ts'
import { dateOf } from '../src/domain/dates.ts'
import { findFundOfGrant } from '../src/features/grants/server/grants.queries.ts'
import { transitionGrant } from '../src/features/grants/server/transition-grant.ts'
import { screenGrants } from '../src/features/screening/server/payment-stops.ts'
import { portalOf } from '../src/server/heavy-work/requester.ts'
import { payGrant } from '../src/testing/grants/pay-grant.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { main, recommendTo } from './pages/payment-runs.ts'
import { openReview } from './pages/review.ts'
import { makeDonor } from './people/make-donor.ts'
import { inDatabase, type MadePerson, makePerson } from './people/make-person.ts'

/** Of somebody who posted nothing in the last 24 hours: from a sum on, a second person has to confirm. */
const roles = [{ role: 'super_user' as const, actions: null }]

/** Approves a grant and pays it in a run of its own, before another run can collect it. */
async function approveAndPay(grantId: string, by: MadePerson): Promise<void> {
  await inDatabase(async databases => {
    const { user_id: userId } = await databases
      .realm('npt')
      .selectFrom('app_user')
      .select('user_id')
      .where('sso_id', '=', by.userId)
      .executeTakeFirstOrThrow()
    const db = databases.book('npt')
    const accountId = (await findFundOfGrant(db, grantId))?.account_id ?? ''
    const client = clientOfBook('npt')
    const now = new Date()
    const actor = { userId, name: 'Ada Winslow', side: 'sponsor' as const }
    await screenGrants(db, [grantId], { book: 'npt', at: now, requester: portalOf(client) })
    await db.transaction().execute(async trx => {
      await transitionGrant(
        trx,
        accountId,
        { grantId, transition: 'approve', actor, reason: 'Seen in the register' },
        {
          client,
          book: client.book,
          today: dateOf(now, client.timeZone),
          now,
          requireVerification: () => {},
        },
      )
    })
    const user = { userId, firstName: 'Ada', lastName: 'Winslow' }
    await payGrant({ databases, clock: { now: () => new Date() } }, grantId, { user })
  })
}

const formOf = (page: Page) => page.getByRole('form', { name: 'Return', exact: true })

/** Types into a field that the Tab key reaches. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Opens the form of a return and fills it in, with the day of today, by keyboard. */
async function enterReturn(page: Page, amount: string, reference: string): Promise<void> {
  const form = formOf(page)
  await type(page, form.getByRole('textbox', { name: 'Amount returned' }), amount)
  await type(page, form.getByRole('textbox', { name: 'Bank’s reference' }), reference)
  const [year = '', month = '', day = ''] = dateOf(new Date(), npt.timeZone).split('-')
  await type(page, form.getByRole('textbox', { name: 'Day on the statement' }), `${month}${day}${year}`)
  await type(page, form.getByRole('textbox', { name: 'Message to the donor' }), 'The account was closed.')
}

async function submit(page: Page): Promise<void> {
  await pressByKeyboard(page, formOf(page).getByRole('button', { name: 'Record the return' }))
}

async function confirm(page: Page): Promise<void> {
  await pressByKeyboard(page, page.getByRole('alertdialog').getByRole('button', { name: 'Return' }))
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('parts of a payment that came back are recorded by keyboard at 320 pixels; one that is known is asked about (§13)', async ({
  signInPerson,
  expectedErrors,
}) => {
  test.setTimeout(180_000)
  expectedErrors.push(/status of 40[09]/)
  const donor = await makeDonor('npt')
  const { grantId } = await recommendTo(await signInPerson('npt', donor), donor, 600)
  await approveAndPay(grantId, await makePerson('npt', { roles }))
  const viewport = { width: 320, height: 640 }
  const one = await signInPerson('npt', await makePerson('npt', { roles }), { viewport })
  await openReview(one, grantId)
  await pressByKeyboard(one, one.getByRole('button', { name: 'Return', exact: true }))
  const form = formOf(one)
  await expect(form.getByText('The charity has $600.00 of this grant.')).toBeVisible()
  await expectNoAxeFindings(one)

  await submit(one)
  const summary = form.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the amount returned, up to the $600.00 that the charity has',
    'Enter the bank’s reference',
    'Enter the day on the bank’s statement',
    'Write a message to the donor',
  ])
  await expectNoAxeFindings(one)

  await enterReturn(one, '150', 'SVCR-777')
  await submit(one)
  const dialog = one.getByRole('alertdialog')
  await expect(dialog).toContainText('The charity keeps')
  await expect(dialog).toContainText('$450.00')
  await expectNoAxeFindings(one)
  await confirm(one)
  await expect(main(one)).toContainText('$150.00 of the grant of $600.00')

  await one.reload()
  await pressByKeyboard(one, one.getByRole('button', { name: 'Return', exact: true }))
  await enterReturn(one, '120', 'svcr-777')
  await submit(one)
  await confirm(one)
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('reference SVCR-777, is already recorded. Is this another one?')
  await expectNoAxeFindings(one)
  await pressByKeyboard(one, form.getByRole('checkbox', { name: 'This is another return' }), 'Space')

  // Meanwhile a colleague records another part.
  const two = await signInPerson('npt', await makePerson('npt', { roles }))
  await openReview(two, grantId)
  await two.getByRole('button', { name: 'Return', exact: true }).press('Enter')
  await enterReturn(two, '100', 'SVCR-778')
  await submit(two)
  await confirm(two)
  await expect(main(two)).toContainText('$100.00 of the grant of $600.00')

  await submit(one)
  await confirm(one)
  const conflict = main(one).getByRole('alert').filter({ hasText: 'the charity now has $350.00 of it' })
  await expect(conflict).toBeFocused()
  // Nothing that was typed is lost.
  await expect(form.getByText('The charity has $350.00 of this grant.')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Bank’s reference' })).toHaveValue('svcr-777')
  await expectNoAxeFindings(one)
  await submit(one)
  await confirm(one)
  await expect(main(one)).toContainText('$120.00 of the grant of $600.00')
  expect(await widthOf(one)).toBe(320)
})
