import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeLegacyPlan, type ShareToMake } from '../../../testing/factories/make-legacy-plan.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'

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
  clock.set('2026-03-16T15:00:00Z')
  one = await makeStaff(portal)
  two = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
  fund = await makeFund(portal, { accountName: 'Wren Fund', balanceMinor: 1_000_00n })
})

const statusOf = async (accountId: string): Promise<string> =>
  (
    await portal.database.admin.query<{ account_status: string }>(
      'select account_status from fund_account where account_id = $1',
      [accountId],
    )
  ).rows[0]?.account_status ?? ''
const balanceOf = async (accountId: string): Promise<bigint> => {
  const { rows } = await portal.database.admin.query<{ sum: string }>(
    `select coalesce(sum(amount_minor), 0)::text as sum from posting where account_id = $1`,
    [accountId],
  )
  return BigInt(rows[0]?.sum ?? 0)
}
const grantsOf = async (accountId: string) =>
  (
    await portal.database.admin.query<{ grant_id: string; amount: number }>(
      'select grant_id, amount_minor::int as amount from grant_recommendation where account_id = $1 and case_id is not null',
      [accountId],
    )
  ).rows
const plan = (shares: readonly ShareToMake[]) => makeLegacyPlan(portal, fund, shares)
const niece = { name: 'Wanda Reed', shareHundredths: 6_000, email: 'wanda@people.example' }

describe('the death of a donor (§17)', () => {
  test('makes the account immobile at once; while another donor lives it returns to them', async () => {
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const opened = (await calls.openDeath(fund)).reply
    expect(opened).toMatchObject({ state: 'opened', accountStatus: 'Immobile', shares: [] })
    expect(opened.remaining).toEqual(['A second person must check the document and confirm the case.'])
    expect((await calls.confirm(opened.caseId, one)).problem.type).toMatch(/access-denied$/)
    const confirmed = (await calls.confirm(opened.caseId)).reply
    expect(confirmed).toMatchObject({ state: 'completed', outcome: 'returned', accountStatus: 'Active' })
    const { rows } = await portal.database.admin.query(
      `select account_role_code as role from account_relationship where account_id = $1 and ended_at is null`,
      [fund.accountId],
    )
    expect(rows).toEqual([{ role: 'donor' }])
    const overview = { params: { fundId: fund.fundId } }
    expect((await portal.call(getAccountOverview, overview, { as: joint.session })).status).toBe(200)
    expect((await portal.call(getAccountOverview, overview, { as: fund.donor.session })).status).toBe(400)
  })

  test('at the last donor’s death: the plan is carried out to the penny, by a fund for a successor and a grant to a charity, and the fund closes', async () => {
    const { charityId, name } = await makeCharity(portal.databases)
    await plan([niece, { name, shareHundredths: 4_000, charity_id: charityId }])
    await makeContribution(portal.databases, fund, 1n)
    const confirmed = await calls.confirmedDeath(fund)
    expect(confirmed).toMatchObject({ state: 'distributing', planVersion: 1, accountStatus: 'Immobile' })
    expect(confirmed.shares.map(({ state, dueMinor }) => [state, dueMinor])).toEqual([
      ['waiting', 600_01n],
      ['ready', 400_00n],
    ])
    const { caseId } = confirmed
    const [share] = confirmed.shares
    const token = await calls.linkOf(fund, share?.shareId ?? '')
    expect((await calls.openLink(token)).reply).toMatchObject({
      name: 'Wanda Reed',
      accountName: 'Wren Fund',
      shareHundredths: 6_000,
      isWholeFund: false,
    })
    expect((await calls.accept(token)).reply.state).toBe('ready')
    expect((await calls.accept(token)).reply.state).toBe('ready')
    const paid = (await calls.distribute(caseId)).reply
    expect(paid).toMatchObject({ spendableMinor: 0n, pendingMinor: 400_00n })
    expect(paid.shares.map(({ paidMinor, dueMinor }) => [paidMinor, dueMinor])).toEqual([
      [600_01n, 0n],
      [400_00n, 0n],
    ])
    expect((await calls.distribute(caseId)).status).toBe(409)
    const { rows } = await portal.database.admin.query<{ account_id: string; status: string }>(
      `select a.account_id, a.account_status as status from estate_share s join fund_account a on a.book = s.book and a.account_id = s.to_account_id
       where s.case_id = $1`,
      [caseId],
    )
    expect(rows).toMatchObject([{ status: 'Active' }])
    expect(await balanceOf(rows[0]?.account_id ?? '')).toBe(600_01n)

    const [grant] = await grantsOf(fund.accountId)
    const grantId = grant?.grant_id ?? ''
    expect(paid.payouts).toMatchObject([
      { grant: null, amountMinor: 600_01n },
      { grant: { grantId, state: 'Recommended' }, amountMinor: 400_00n },
    ])
    const grants = grantCalls(portal)
    expect((await grants.approve(grantId, one.session)).problem.title).toBe('Access denied.')
    expect((await grants.approve(grantId, two.session)).status).toBe(200)
    expect((await calls.close(caseId)).status).toBe(409)
    await payGrant(portal, grantId, two)
    const closed = (await calls.close(caseId)).reply
    expect(closed).toMatchObject({
      state: 'completed',
      outcome: 'closed',
      accountStatus: 'Closed',
      remaining: [],
    })
    expect(await balanceOf(fund.accountId)).toBe(0n)
    expect(closed.events.map(({ kind }) => kind)).toEqual([
      'opened',
      'confirmed',
      'accepted',
      'distributed',
      'completed',
    ])
  })

  test('hands over the whole fund to a single successor', async () => {
    await plan([{ ...niece, shareHundredths: 10_000 }])
    await makeContribution(portal.databases, fund, 50_00n, { into: 'excluded' })
    const viewer = await makePersonOf(portal, fund, 'viewer')
    const { caseId, shares } = await calls.confirmedDeath(fund)
    const token = await calls.linkOf(fund, shares[0]?.shareId ?? '')
    expect((await calls.accept(token)).reply.isWholeFund).toBe(true)
    expect((await calls.distribute(caseId)).status).toBe(409)
    const done = (await calls.handOver(caseId)).reply
    expect(done).toMatchObject({ outcome: 'handed-over', accountStatus: 'Active', spendableMinor: 1_000_00n })
    const { rows } = await portal.database.admin.query(
      `select p.name, r.account_role_code as role from account_relationship r join party p using (book, party_id)
       where r.account_id = $1 and r.ended_at is null`,
      [fund.accountId],
    )
    expect(rows).toEqual([{ name: 'Wanda Reed', role: 'donor' }])
    expect(
      (await portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: viewer.session }))
        .status,
    ).toBe(404)
    expect((await calls.handOver(caseId)).status).toBe(409)
  })

  test('divides excluded assets by share once they are money, also for those who were paid', async () => {
    const { charityId, name } = await makeCharity(portal.databases)
    await plan([niece, { name, shareHundredths: 4_000, charity_id: charityId }])
    await makeContribution(portal.databases, fund, 100_00n, { into: 'excluded' })
    const { caseId, shares } = await calls.confirmedDeath(fund)
    await calls.accept(await calls.linkOf(fund, shares[0]?.shareId ?? ''))
    await calls.distribute(caseId)
    expect((await calls.close(caseId)).status).toBe(409)
    expect((await calls.release(caseId, 100_01n)).status).toBe(400)
    const key = crypto.randomUUID()
    await Promise.all([calls.release(caseId, 100_00n, key), calls.release(caseId, 100_00n, key)])
    const after = await calls.show(caseId)
    expect(after.excludedMinor).toBe(0n)
    expect(after.shares.map(({ dueMinor }) => dueMinor)).toEqual([60_00n, 40_00n])
  })

  test('without a plan goes where two people decide, by default to the general fund', async () => {
    const { caseId, shares, remaining } = await calls.confirmedDeath(fund)
    expect(shares).toMatchObject([{ designation: 'unnamed', shareHundredths: 10_000, state: 'waiting' }])
    expect(remaining).toEqual(['We still have to decide who receives the whole fund.'])
    expect((await calls.distribute(caseId)).status).toBe(409)
    const shareId = shares[0]?.shareId ?? ''
    const entered = (await calls.redirect({ caseId, shareId })).reply
    const redirectionId = entered.shares[0]?.redirection?.redirectionId ?? ''
    expect(entered.shares[0]?.redirection?.toName).toBe('General Fund')
    const about = { caseId, shareId, redirectionId }
    expect((await calls.confirmRedirection(about, one)).problem.type).toMatch(/access-denied$/)
    expect((await calls.confirmRedirection(about)).reply.shares[0]?.goesTo).toMatch(/^General Fund/)
    await calls.distribute(caseId)
    expect((await calls.close(caseId)).reply.outcome).toBe('closed')
    expect(await balanceOf(fund.accountId)).toBe(0n)
  })

  test('a share that is declined, a charity that lost its eligibility, and a successor who is silent for a year go elsewhere', async () => {
    const lost = await makeCharity(portal.databases, { foundation: '04' })
    await plan([
      { ...niece, shareHundredths: 3_000 },
      { name: 'Ann Finch', shareHundredths: 3_000, email: 'ann@people.example' },
      { name: lost.name, shareHundredths: 4_000, charity_id: lost.charityId },
    ])
    const { caseId, shares } = await calls.confirmedDeath(fund)
    const [first, silent, charity] = shares
    expect(charity?.state).toBe('waiting')
    const token = await calls.linkOf(fund, first?.shareId ?? '')
    expect((await calls.decline(token, 'I have enough')).reply.state).toBe('declined')
    expect((await calls.accept(token)).status).toBe(409)
    const another = await makeCharity(portal.databases)
    const elsewhere = async (shareId: string) => {
      const entered = await calls.redirect({ caseId, shareId }, { charityId: another.charityId })
      if (entered.status !== 200) return entered.problem.detail
      const redirectionId = entered.reply.shares.find(each => each.shareId === shareId)?.redirection
        ?.redirectionId
      return (await calls.confirmRedirection({ caseId, shareId, redirectionId: redirectionId ?? '' })).status
    }
    expect(await elsewhere(first?.shareId ?? '')).toBe(200)
    expect(await elsewhere(charity?.shareId ?? '')).toBe(200)
    expect(await elsewhere(silent?.shareId ?? '')).toMatch(/12 months/)
    clock.set('2027-03-16T15:00:00Z')
    ;[one, two] = [await makeStaff(portal), await makeStaff(portal)]
    expect(await elsewhere(silent?.shareId ?? '')).toBe(200)
    expect((await calls.show(caseId)).shares.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
  })
})

describe('closing at the donor’s wish (§17)', () => {
  test('goes to charities and other funds by share, and ends Closed with nothing', async () => {
    const { charityId } = await makeCharity(portal.databases)
    const other = await makeFund(portal, { accountName: 'Finch Fund', balanceMinor: 1_00n })
    const opened = await calls.openClosing(fund, [
      { charityId, toFundId: null, shareHundredths: 3_333 },
      { charityId: null, toFundId: other.fundId, shareHundredths: 6_667 },
    ])
    const { caseId } = opened.reply
    await calls.confirm(caseId)
    await calls.distribute(caseId)
    expect(await balanceOf(other.accountId)).toBe(1_00n + 666_70n)
    const [grant] = await grantsOf(fund.accountId)
    expect(grant?.amount).toBe(333_30)
    await grantCalls(portal).approve(grant?.grant_id ?? '', two.session)
    await payGrant(portal, grant?.grant_id ?? '', two)
    expect((await calls.close(caseId)).reply).toMatchObject({ outcome: 'closed', accountStatus: 'Closed' })
    expect(await balanceOf(fund.accountId)).toBe(0n)
  })

  test.each([
    ['less than the whole', [{ charityId: null, toFundId: 99_999_998, shareHundredths: 5_000 }]],
    ['a fund that does not exist', [{ charityId: null, toFundId: 99_999_998, shareHundredths: 10_000 }]],
    ['an unknown charity', [{ charityId: 'US-EIN-000000001', toFundId: null, shareHundredths: 10_000 }]],
    ['both', [{ charityId: 'US-EIN-000000001', toFundId: 99_999_998, shareHundredths: 10_000 }]],
  ])('to %s is refused', async (_name, shares) => {
    const { problem } = await calls.openClosing(fund, shares)
    expect(Object.keys(problem.errors ?? {})).toEqual(['shares'])
    expect(await statusOf(fund.accountId)).toBe('Active')
  })

  test('is cancelled before money has left, and the account is active again', async () => {
    const other = await makeFund(portal)
    const shares = [{ charityId: null, toFundId: other.fundId, shareHundredths: 10_000 }]
    const { caseId } = (await calls.openClosing(fund, shares)).reply
    await calls.confirm(caseId)
    expect((await calls.cancel(caseId)).reply).toMatchObject({ state: 'cancelled', accountStatus: 'Active' })
    const again = (await calls.openClosing(fund, shares)).reply.caseId
    await calls.confirm(again)
    await calls.distribute(again)
    expect((await calls.cancel(again)).problem.detail).toMatch(/already been distributed/)
  })
})

describe('an immobile fund', () => {
  test('allows only the entries of its own case; the ledger refuses all others', async () => {
    await makeGrant(portal, fund, { amountMinor: 250_00n })
    const { caseId, remaining } = await calls.confirmedDeath(fund)
    expect(remaining).toContain('One earlier grant is waiting for a decision.')
    const { charityId } = await makeCharity(portal.databases)
    expect((await recommend(portal, fund, recommendation(charityId), { as: one.session })).status).toBe(400)
    const other = await makeFund(portal)
    const otherCase = await calls.confirmedDeath(await makeFund(portal))
    const transfer = (caseOfEntry: string | null) =>
      portal.database.admin.query(
        `with e as (insert into journal_entry (book, kind, currency, effective_date, case_id)
           values ('npt', 'transfer', 'USD', '2026-03-16', ${caseOfEntry === null ? 'null' : `'${caseOfEntry}'`}) returning entry_id)
         insert into posting (book, entry_id, line, ledger, account_id, section, effective_date, amount_minor)
         select 'npt', entry_id, line, 'spendable', account_id::uuid, section, '2026-03-16', amount from e,
           (values (1, '${fund.accountId}', 8, -100), (2, '${other.accountId}', 7, 100)) as l (line, account_id, section, amount)`,
      )
    for (const wrong of [null, otherCase.caseId])
      await expect(transfer(wrong)).rejects.toMatchObject({ constraint: 'status_accepts_entry' })
    await transfer(caseId)
  })
})
