import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import {
  confirmPostingRequest,
  listPostingRequests,
} from '../../posting-requests/posting-requests.contract.ts'
import { reverseCaseEntry } from '../estate-cases.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let fund: MadeFund
let wrong: MadeFund
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
  wrong = await makeFund(portal, { balanceMinor: 100_00n })
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const reason = 'The share was for another fund.'
const takeBack = (caseId: string, entryId: string, as: Person = one, key: string = randomUUID()) =>
  portal.call(
    reverseCaseEntry,
    { params: { caseId, entryId }, body: command({ reason }) },
    { as: as.session, idempotencyKey: key },
  )
const requestId = async () => {
  const { data } = (await portal.call(listPostingRequests, {}, { as: one.session })).reply
  return data.findLast(({ kind }) => kind === 'reverse-case-entry')?.requestId ?? ''
}
const confirm = (id: string, as: Person = two) =>
  portal.call(confirmPostingRequest, { params: { requestId: id }, body: command({}) }, { as: as.session })
const availableOf = async (of: MadeFund) => (await grantCalls(portal).balances(of)).availableMinor
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const distributed = async () => {
  const share = { charityId: null, toFundId: wrong.fundId, shareHundredths: 10_000 }
  const { caseId } = (await calls.openClosing(fund, [share])).reply
  await calls.confirm(caseId)
  const { payouts } = (await calls.distribute(caseId)).reply
  return { caseId, entryId: payouts[0]?.entryId ?? '' }
}

test('a transfer of a case is taken back by two people, and its share goes to the right fund', async () => {
  const { caseId, entryId } = await distributed()
  expect([await availableOf(fund), await availableOf(wrong)]).toEqual([0n, 1_100_00n])
  const key = randomUUID()
  const twice = await Promise.all([takeBack(caseId, entryId, one, key), takeBack(caseId, entryId, one, key)])
  expect(statuses(twice)).toEqual([200, 200])
  expect((await takeBack(caseId, entryId, two)).status).toBe(409)
  const id = await requestId()
  expect((await confirm(id, one)).problem.type).toMatch(/access-denied$/)
  expect(statuses(await Promise.all([confirm(id), confirm(id)]))).toEqual([200, 409])
  expect([await availableOf(fund), await availableOf(wrong)]).toEqual([1_000_00n, 100_00n])
  expect((await takeBack(caseId, entryId)).problem.detail).toContain('already been reversed')

  const shown = await calls.show(caseId)
  expect(shown.payouts).toMatchObject([{ isReversed: true }])
  expect(shown.events.at(-1)).toMatchObject({ kind: 'reversed', text: expect.stringContaining(reason) })
  // What has moved once is not cancelled, but given to whom it was for.
  expect(shown.commands).not.toHaveProperty('cancel')
  expect((await calls.cancel(caseId)).status).toBe(409)
  const [share] = shown.shares
  expect(share).toMatchObject({ paidMinor: 0n, dueMinor: 1_000_00n, redirectionRefusal: null })
  const right = await makeFund(portal, { balanceMinor: 0n })
  const at = { caseId, shareId: share?.shareId ?? '' }
  const redirected = (await calls.redirect(at, { toFundId: right.fundId })).reply
  const redirectionId = redirected.shares[0]?.redirection?.redirectionId ?? ''
  await calls.confirmRedirection({ ...at, redirectionId })
  await calls.distribute(caseId)
  expect([await availableOf(fund), await availableOf(right)]).toEqual([0n, 1_000_00n])
  expect((await calls.show(caseId)).shares[0]?.redirectionRefusal).toContain('already been decided')
  expect((await verifyLedger(portal.databases.book('npt'))).differences).toEqual([])
})

test('a release is taken back, and neither what was granted meanwhile nor what another case or book posted', async () => {
  const share = { charityId: null, toFundId: wrong.fundId, shareHundredths: 10_000 }
  await makeContribution(portal.databases, fund, 50_00n, { into: 'excluded' })
  const { caseId } = (await calls.openClosing(fund, [share])).reply
  await calls.confirm(caseId)
  await calls.release(caseId, 50_00n)
  const { rows } = await portal.database.admin.query<{ entry_id: string }>(
    `select entry_id from journal_entry where case_id = $1 and kind = 'release'`,
    [caseId],
  )
  const releaseId = rows[0]?.entry_id ?? ''
  const entryId = (await calls.distribute(caseId)).reply.payouts[0]?.entryId ?? ''
  // The money of the release has left with the transfer.
  expect((await takeBack(caseId, releaseId)).problem.detail).toContain('no longer has all of it')
  await makeGrant(portal, wrong, { amountMinor: 1_100_00n })
  expect((await takeBack(caseId, entryId)).problem.detail).toContain('no longer has all of it')

  const stranger = await makeStaff(portal, { realm: 'ubs' })
  expect((await takeBack(caseId, entryId, stranger)).status).toBe(404)
  expect((await takeBack(randomUUID(), entryId)).status).toBe(404)
  expect((await takeBack(caseId, randomUUID())).status).toBe(404)
  expect((await takeBack(caseId, entryId, wrong.donor)).status).toBe(400)

  const other = await makeFund(portal, { balanceMinor: 10_00n })
  await makeContribution(portal.databases, other, 50_00n, { into: 'excluded' })
  const second = (await calls.openClosing(other, [share])).reply.caseId
  await calls.confirm(second)
  await calls.release(second, 20_00n)
  const { rows: released } = await portal.database.admin.query<{ entry_id: string }>(
    `select entry_id from journal_entry where case_id = $1 and kind = 'release'`,
    [second],
  )
  expect((await takeBack(second, released[0]?.entry_id ?? '')).status).toBe(200)
  expect((await confirm(await requestId())).status).toBe(200)
  expect(await calls.show(second)).toMatchObject({ excludedMinor: 50_00n, spendableMinor: 10_00n })
  expect((await verifyLedger(portal.databases.book('npt'))).differences).toEqual([])
})
