import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan, type ShareToMake } from '../../../testing/factories/make-legacy-plan.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let fund: MadeFund
let calls: ReturnType<typeof caseCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = caseCalls(portal, () => ({ one, two }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  one = await makeStaff(portal)
  two = await makeStaff(portal)
  fund = await makeFund(portal, { balanceMinor: 1_000_00n })
})

const plan = (shares: readonly ShareToMake[]) => makeLegacyPlan(portal, fund, shares)
const niece = { name: 'Wanda Reed', shareHundredths: 6_000, email: 'wanda@people.example' }

test('a charity that loses its eligibility after the confirmation, or sends its grant back, and a fund that closes: two people send the share elsewhere', async () => {
  const [charity, another] = [await makeCharity(portal.databases), await makeCharity(portal.databases)]
  await plan([{ name: charity.name, shareHundredths: 10_000, charity_id: charity.charityId }])
  const { caseId, shares } = await calls.confirmedDeath(fund)
  const shareId = shares[0]?.shareId ?? ''
  const shareNow = async () => (await calls.show(caseId)).shares[0]
  expect((await shareNow())?.redirectionRefusal).toBe('The recipient of this share has already been decided.')
  expect((await calls.redirect({ caseId, shareId }, { charityId: another.charityId })).status).toBe(409)
  await portal.database.admin.query(`update charity set foundation = '04' where charity_id = $1`, [
    charity.charityId,
  ])
  const refused = await calls.show(caseId)
  expect(refused.shares[0]).toMatchObject({
    redirectionRefusal: null,
    violation: expect.stringContaining('private'),
  })
  expect(refused.remaining).toEqual([
    expect.stringMatching(/^We still have to decide who receives the share of /),
  ])
  expect((await calls.distribute(caseId)).status).toBe(409)
  const redirectTo = async (destination: { charityId: string } | { toFundId: number }) => {
    const entered = await calls.redirect({ caseId, shareId }, destination)
    const redirectionId = entered.reply.shares[0]?.redirection?.redirectionId ?? ''
    return (await calls.confirmRedirection({ caseId, shareId, redirectionId })).reply.shares[0]
  }
  const other = await makeFund(portal)
  expect(await redirectTo({ toFundId: other.fundId })).toMatchObject({ state: 'ready', violation: null })
  // Its own donor dies, so it is no longer active.
  await calls.openDeath(other)
  expect(await shareNow()).toMatchObject({
    redirectionRefusal: null,
    violation: 'The receiving fund is not active.',
  })
  await redirectTo({ charityId: another.charityId })
  expect((await calls.distribute(caseId)).status).toBe(200)
  expect((await shareNow())?.redirectionRefusal).toBe('The recipient of this share has already been decided.')
  const { rows } = await portal.database.admin.query<{ grant_id: string }>(
    'select grant_id from grant_recommendation where case_id = $1',
    [caseId],
  )
  const grants = grantCalls(portal)
  expect(
    (await grants.reject(rows[0]?.grant_id ?? '', two.session, 'They wrote that they dissolve.')).status,
  ).toBe(200)
  expect(await shareNow()).toMatchObject({ redirectionRefusal: null, violation: null, paidMinor: 0n })
})

test('the database lets a decided share go elsewhere only as two people confirmed', async () => {
  await plan([niece, { ...niece, name: 'Ann Finch', shareHundredths: 4_000 }])
  const { caseId, shares } = await calls.confirmedDeath(fund)
  const shareId = shares[0]?.shareId ?? ''
  await calls.accept(await calls.linkOf(fund, shareId))
  const { accountId } = await makeFund(portal)
  await expect(
    portal.database.admin.query('update estate_share set to_account_id = $1 where share_id = $2', [
      accountId,
      shareId,
    ]),
  ).rejects.toMatchObject({ constraint: 'share_decided' })
  expect((await calls.show(caseId)).shares[0]?.state).toBe('ready')
})
