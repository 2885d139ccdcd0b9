import { randomInt } from 'node:crypto'
import { npt } from '../src/clients/configuration/npt.ts'
import { camt053File, nachaFile, pain002File } from '../src/testing/payments/bank-files.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { answersOf, marks, returnText } from './pages/bank-answers.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import {
  approveAndSend,
  collect,
  createRun,
  expectGrant,
  main,
  recommendTo,
  removeProblems,
  takeAnswer,
  takeNotice,
} from './pages/payment-runs.ts'
import { tellBank } from './pages/positive-pay.ts'
import { approve, decision, openReview } from './pages/review.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'
import { leaveRegister, payableCharity } from './people/payable-charity.ts'

// One after the other: a run takes every grant of its book that waits.
test.describe.configure({ mode: 'default' })

/** Of somebody who posted nothing in the last 24 hours: from a sum on, a second person has to confirm. */
const staffRoles = [{ role: 'super_user' as const, actions: null }]

for (const client of ['npt', 'nptuk', 'rathbones'] as const) {
  test(
    `a grant at ${client} is recommended, paid by a run, cleared and returned (§13)`,
    longUnless(client !== 'npt'), // the next test’s run at rathbones then has one grant
    async ({ signInPerson, signInAs }) => {
      test.setTimeout(180_000)
      const donor = await makeDonor(client)
      const charityId = await payableCharity(client)
      const page = await signInPerson(client, donor)
      const first = await recommendTo(page, { ...donor, charityId }, 600)
      const second = await recommendTo(page, { ...donor, charityId }, 700)

      const one = await signInAs('super', client)
      for (const { grantId } of [first, second]) {
        await openReview(one, grantId)
        await approve(one)
      }
      const { address, number } = await collect(one, 'Transfers')
      const file = await approveAndSend(await signInAs('super2', client), address)
      expect(file).toMatch(marks[client])
      for (const { reference } of [first, second]) expect(file).toContain(reference)
      await expectGrant(page, first.grantId, `Electronic transfer, ${first.reference}`)

      const [paid, returned] = [
        { reference: first.reference, amountMinor: 600_00n },
        { reference: second.reference, amountMinor: 700_00n },
      ]
      const answers = answersOf[client]({ number, file }, paid, returned)
      const taker = await signInPerson(client, await makePerson(client, { roles: staffRoles }))
      for (const [index, answer] of answers.entries())
        await takeAnswer(taker, answer, index === 0 ? /1 cleared/ : /1 returned/)
      await expectGrant(page, first.grantId, 'Received by the charity')
      await expectGrant(page, second.grantId, returnText)
      await expect(main(page)).not.toContainText('R02')

      await openReview(one, second.grantId)
      await expect(main(one)).toContainText(`Run ${number}`)
      await expect(one.getByRole('form', { name: 'Reissue' })).toHaveCount(0)
      await one.getByRole('button', { name: 'Reissue', exact: true }).click()
      await one
        .getByRole('form', { name: 'Reissue' })
        .getByRole('textbox', { name: 'Reason' })
        .fill('They opened a new account')
      await one.getByRole('button', { name: 'Reissue this grant' }).click()
      await one.getByRole('alertdialog').getByRole('button', { name: 'Reissue' }).click()
      await expect(one.getByText('was reissued as a new grant')).toBeVisible()
      await expect(main(one)).toContainText('Reissued as')
    },
  )
}

test('a run that a bank refused puts its grants back (§13)', onlyLong, async ({ signInPerson, signInAs }) => {
  test.setTimeout(120_000)
  const donor = await makeDonor('rathbones')
  const charityId = await payableCharity('rathbones')
  const page = await signInPerson('rathbones', donor)
  const { grantId } = await recommendTo(page, { ...donor, charityId }, 600)
  const one = await signInAs('super', 'rathbones')
  await openReview(one, grantId)
  await approve(one)
  const { address, number } = await collect(one, 'Transfers')
  await approveAndSend(await signInAs('super2', 'rathbones'), address)
  await expectGrant(page, grantId, 'Paid')
  const refused = pain002File(number, { group: 'RJCT', groupReason: 'FF01' })
  const taker = await signInPerson('rathbones', await makePerson('rathbones', { roles: staffRoles }))
  await takeAnswer(taker, refused, new RegExp(`The bank refused run ${number}`))
  await one.goto(address)
  await expect(main(one).getByRole('alert')).toContainText('Nothing was credited to the funds')
  await expect(main(one)).toContainText('Refused by the bank')
  await expectNoAxeFindings(one)
  await one.setViewportSize({ width: 320, height: 640 })
  expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectGrant(page, grantId, 'Payment moved to a later day')
  await expect(main(page)).not.toContainText('FF01')
  await expect(main(page)).toContainText('will pay it by')
})

test(
  'a person decides by keyboard about a line that the program does not (§13)',
  onlyLong,
  async ({ signInPerson, signInAs }) => {
    test.setTimeout(120_000)
    const donor = await makeDonor('npt')
    const charityId = await payableCharity('npt')
    const page = await signInPerson('npt', donor)
    const { grantId, reference } = await recommendTo(page, { ...donor, charityId }, 600)
    const one = await signInAs('super', 'npt')
    await openReview(one, grantId)
    await approve(one)
    const { address } = await collect(one, 'Transfers')
    await approveAndSend(await signInAs('super2', 'npt'), address)
    const taker = await signInPerson('npt', await makePerson('npt', { roles: staffRoles }))
    await taker.setViewportSize({ width: 320, height: 640 })
    await taker.goto('/super-user-dashboard/payments?view=bank-files')
    const part = camt053File([{ reference, amountMinor: 100_00n, side: 'CRDT' }], {
      account: npt.payments.accountNumber,
      bank: npt.payments.routingNumber,
      currency: 'USD',
    })
    await taker
      .locator('input[type=file]')
      .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(part) })
    const plan = taker.getByRole('region', { name: 'What the file changes' })
    await expect(plan).toContainText('One line is for you to decide.')
    await expectNoAxeFindings(taker)
    expect(await taker.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const answer = plan.getByRole('checkbox', { name: 'A part was returned' })
    await answer.focus()
    await taker.keyboard.press('Space')
    await expect(plan).toContainText('1 returned, $100.00')
    await expect(answer).toBeChecked()
    await expect(answer).toBeFocused()
    await plan.getByRole('button', { name: 'Apply this file' }).click()
    await expect(taker.getByText('The file was applied: 0 cleared, 1 returned.')).toBeVisible()
    await expectGrant(page, grantId, 'Partly returned')
  },
)

test('checks are numbered, followed up and stopped (§13)', onlyLong, async ({ signInPerson, signInAs }) => {
  test.setTimeout(120_000)
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor)
  const { grantId } = await recommendTo(page, donor, 800)
  const one = await signInAs('super', 'npt')
  await openReview(one, grantId)
  await approve(one)
  const { address } = await collect(one, 'Checks')
  const register = await approveAndSend(await signInAs('super2', 'npt'), address)
  expect(register).toContain('Check number,Date,Payee,Address,Amount,Currency,Reference')
  await one.goto('/super-user-dashboard/payments?view=cheques')
  const table = one.getByRole('table', { name: /^Outstanding checks/ })
  await expect(table).toBeVisible()
  await tellBank(one, register)
  const stopper = await signInPerson('npt', await makePerson('npt', { roles: staffRoles }))
  await openReview(stopper, grantId)
  await stopper.getByRole('button', { name: 'Stop payment', exact: true }).click()
  const form = stopper.getByRole('form', { name: 'Stop payment' })
  await form.getByRole('textbox', { name: 'Message to the donor' }).fill('The check was lost in the mail.')
  await form.getByRole('button', { name: 'Record that it was stopped' }).click()
  await stopper.getByRole('alertdialog').getByRole('button', { name: 'Stop payment' }).click()
  await expect(stopper.getByText('is recorded as stopped')).toBeVisible()
  await page.goto(`/grants/${grantId}`)
  await expect(main(page)).toContainText('The check was lost in the mail.')
})

test(
  'a grant whose charity left the register is stopped, returned to review, approved on the new ground and paid (§13)',
  onlyLong,
  async ({ signInPerson }) => {
    test.setTimeout(180_000)
    const donor = await makeDonor('npt')
    const page = await signInPerson('npt', donor)
    const { grantId, reference } = await recommendTo(page, donor, 650)
    const one = await signInPerson('npt', await makePerson('npt', { roles: staffRoles }))
    const two = await signInPerson('npt', await makePerson('npt', { roles: staffRoles }))
    await openReview(one, grantId)
    await expect(main(one)).toContainText('Payee that an approval confirms')
    await approve(one)
    const now = { leftOn: '2026-10-01', foundation: '21', name: 'HARBOR HOLDINGS' }
    await leaveRegister(donor.charityId, now)

    await createRun(one, 'Checks')
    await expect(
      one.getByRole('row').filter({ hasText: reference.replace('GRANT-', 'Grant ') }),
    ).toContainText(
      'it is a supporting organization and no longer in the register’s file. Return the grant to review.',
    )
    // A narrow table once put the parts of this cell side by side, one letter a line.
    await one.setViewportSize({ width: 320, height: 640 })
    const change = one.getByText('Made out to: the register now has HARBOR HOLDINGS.')
    expect((await change.boundingBox())?.width).toBeGreaterThan(200)
    await one.setViewportSize({ width: 1280, height: 720 })
    await removeProblems(one, 'Its charity left the register')
    await openReview(one, grantId)
    await expect(main(one)).toContainText('The register has changed since the last step')
    await decision(one).getByRole('button', { name: 'Return to review', exact: true }).click()
    const form = one.getByRole('form', { name: 'Return to review' })
    await form.getByRole('textbox', { name: 'Reason' }).fill('The register has changed')
    await form.getByRole('button', { name: 'Return this grant to review' }).click()
    await one.getByRole('alertdialog').getByRole('button', { name: 'Return to review' }).click()
    await expect(one.getByText('is under review again and needs a new decision')).toBeVisible()
    await expectNoAxeFindings(one)

    await page.goto(`/grants/${grantId}`)
    await expect(main(page)).toContainText('Under review')
    await expect(main(page)).not.toContainText(/register has changed|supporting organization|no longer/i)
    await expectNoAxeFindings(page)

    await openReview(one, grantId)
    await expect(one.getByRole('definition').filter({ hasText: 'HARBOR HOLDINGS' })).toBeVisible()
    await decision(one).getByRole('radio', { name: 'No' }).check()
    await approve(one)
    const { address } = await collect(one, 'Checks')
    expect(await approveAndSend(two, address)).toMatch(new RegExp(`HARBOR HOLDINGS.*${reference}`))
    await expectGrant(page, grantId, 'Paid')
  },
)

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `the payments work at 320 pixels, ${colorScheme}, by keyboard, and an auditor only reads them (§14)`,
    longUnless(colorScheme === 'light'),
    async ({ signInAs }) => {
      test.setTimeout(90_000)
      const small = {
        at: '/super-user-dashboard/payments',
        viewport: { width: 320, height: 640 },
        colorScheme,
      }
      const page = await signInAs('auditor', 'npt', small)
      const runs = page.getByRole('table', { name: /^Payment runs/ })
      await expect(runs).toBeVisible()
      await expect(page.getByRole('form', { name: /^Create a run/ })).toHaveCount(0)
      await expectNoAxeFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await tabTo(page, runs.getByRole('link').first())
      await pressByKeyboard(page, runs.getByRole('link').first())
      await expect(page.getByRole('heading', { level: 1, name: /^Run / })).toBeFocused()
      await expect(
        page.getByRole('table', { name: /Payments of this run|Grants that cannot be paid/ }),
      ).toBeVisible()
      await expect(page.getByRole('heading', { name: /Next step|Files and letters/ })).toHaveCount(0)
      await expectNoAxeFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    },
  )

test('refuses a file that is not a bank file, with the reason', async ({ signInAs, expectedErrors }) => {
  expectedErrors.push(/400.*bank-files\/check/)
  const page = await signInAs('super', 'npt', { at: '/super-user-dashboard/payments?view=bank-files' })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(
    page.getByRole('alert').filter({ hasText: 'This is not a bank file that we can read' }),
  ).toBeVisible()
  await expectNoAxeFindings(page)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `a notice of change waits for a person, who closes it at 320 pixels, ${colorScheme} (§13)`,
    longUnless(colorScheme === 'light'),
    async ({ signInAs }) => {
      const viewport = { width: 320, height: 640 }
      const page = await signInAs('super', 'npt', { viewport, colorScheme })
      const reference = `GRANT-${randomInt(100_000_000, 999_999_999)}`
      await takeNotice(page, nachaFile([{ reference, amountMinor: 0n, code: 'C02', corrected: '123456789' }]))
      await page.getByRole('button', { name: /^Notices of change \([1-9]/ }).click()
      const notice = page.getByRole('article', { name: new RegExp(`^${reference}: C02`) })
      await expect(notice).toContainText('It names none of our payments.')
      await expect(notice.getByRole('button', { name: 'Propose the correction' })).toHaveCount(0)
      await pressByKeyboard(page, notice.getByRole('button', { name: 'Close' }))
      await notice
        .getByRole('textbox', { name: 'Why you close it' })
        .fill('The bank sent it to the wrong company.')
      await expectNoAxeFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await notice.getByRole('button', { name: 'Close the notice' }).click()
      await expect(notice).toHaveCount(0)
      await expect(
        page.getByRole('table', { name: 'Latest decided notices' }).getByRole('row').nth(1),
      ).toContainText('The bank sent it to the wrong company.')
      await expectNoAxeFindings(page)
    },
  )
