import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { npttransatlantic } from '../../../clients/configuration/npttransatlantic.ts'
import { dateOf } from '../../../domain/dates.ts'
import { minuteMs } from '../../../domain/durations.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls, returnOf } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { makeWaitingFile } from '../../../testing/payments/make-waiting-file.ts'
import {
  listContributions,
  receiveContribution,
  reverseContribution,
} from '../../contributions/contributions.contract.ts'
import { returnGrant, voidGrant } from '../../grants/staff-commands.contract.ts'
import { getStaffGrant } from '../../grants/staff-grants.contract.ts'
import { type PostingKind, postingKinds } from '../domain/posting-kinds.ts'
import {
  confirmPostingRequest,
  declinePostingRequest,
  listPostingRequests,
  withdrawPostingRequest,
} from '../posting-requests.contract.ts'
import { insertRequest } from './posting-requests.queries.ts'

// npt asks for two people from $25,000 and for a step-up from $100,000.
const now = '2026-03-16T15:00:00Z'
const clock = testClock(now)
let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let staff: Person
let other: Person

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  clock.set(now)
  fund = await makeFund(portal, { balanceMinor: 1_000_000_00n })
  staff = await makeStaff(portal)
  other = await makeStaff(portal)
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const available = async () => (await grantCalls(portal).balances(fund)).availableMinor
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index))

const approvedGrant = async (amountMinor: bigint) => {
  const approver = await makeStaff(portal)
  return await makeGrant(portal, fund, { amountMinor, approvedBy: approver, repeatConfirmed: true })
}
async function paidGrant(amountMinor: bigint): Promise<string> {
  const grantId = await approvedGrant(amountMinor)
  await payGrant(portal, grantId, await makeStaff(portal))
  return grantId
}
const giveBack = (grantId: string, returnedMinor: bigint, as = staff, key: string = randomUUID()) =>
  portal.call(
    returnGrant,
    { params: { grantId }, body: command(returnOf(portal, { returnedMinor })) },
    { as: as.session, idempotencyKey: key },
  )
const cancel = (grantId: string, as = staff) =>
  portal.call(
    voidGrant,
    { params: { grantId }, body: command({ reason: 'Asked for', message: 'Cancelled' }) },
    { as: as.session },
  )
const waiting = async (as = other) =>
  (await portal.call(listPostingRequests, {}, { as: as.session })).reply.data.filter(
    ({ fundId }) => fundId === fund.fundId,
  )
const requestId = async () => (await waiting())[0]?.requestId ?? ''
const confirm = (id: string, as = other, about: { client?: string; idempotencyKey?: string } = {}) =>
  portal.call(
    confirmPostingRequest,
    { params: { requestId: id }, body: command({}) },
    { as: as.session, ...about },
  )
const decline = (id: string, as = other) =>
  portal.call(
    declinePostingRequest,
    { params: { requestId: id }, body: command({ note: 'The bank says otherwise' }) },
    { as: as.session },
  )
const withdraw = (id: string, as = staff) =>
  portal.call(withdrawPostingRequest, { params: { requestId: id }, body: command({}) }, { as: as.session })
const received = async (amountMinor: bigint, as = staff) => {
  const { contributionId } = await makeExpectedContribution(portal, fund, { at: clock.now() })
  const day = dateOf(clock.now(), npt.timeZone)
  const answer = await portal.call(
    receiveContribution,
    {
      params: { fundId: fund.fundId, contributionId },
      body: command({ amountMinor, giftDate: day, effectiveDate: day }),
    },
    { as: as.session, fundId: fund.fundId },
  )
  return { contributionId, answer }
}
const reverse = (contributionId: string, as = staff, of = fund) =>
  portal.call(
    reverseContribution,
    { params: { fundId: of.fundId, contributionId }, body: command({ reason: 'It was for another fund' }) },
    { as: as.session, fundId: of.fundId },
  )
const contribution = async (id: string) =>
  (await portal.call(listContributions, { query: { first: 500 } }, { as: staff.session })).reply.data.find(
    ({ contributionId }) => contributionId === id,
  )

describe('a return from the threshold for two people on', () => {
  test('waits, credits nothing, and is carried out once when someone else confirms it', async () => {
    const grantId = await paidGrant(25_000_00n)
    const before = await available()
    const key = randomUUID()
    const filed = await giveBack(grantId, 25_000_00n, staff, key)
    expect(filed.reply).toMatchObject({
      returnedMinor: 0n,
      postingRequest: { kind: 'return', requestedByName: expect.any(String) },
    })
    expect((await giveBack(grantId, 25_000_00n, staff, key)).reply).toEqual(filed.reply)
    expect((await giveBack(grantId, 25_000_00n, other)).problem.detail).toContain('waits for a second person')
    expect(await available()).toBe(before)
    const [request] = await waiting()
    expect(request).toMatchObject({ kind: 'return', amountMinor: 25_000_00n, bankReference: 'SVCR-1' })
    const id = await requestId()
    expect((await waiting(staff))[0]).toMatchObject({
      isOwn: true,
      mayDecide: expect.stringContaining('someone else'),
    })
    expect((await confirm(id, staff)).problem.type).toMatch(/access-denied$/)
    expect((await decline(id, staff)).problem.type).toMatch(/access-denied$/)
    const answers = await Promise.all(times(16, () => confirm(id)))
    expect(statuses(answers)).toEqual([200, ...times(15, () => 409)])
    expect(await available()).toBe(before + 25_000_00n)
    const { reply } = await portal.call(getStaffGrant, { params: { grantId } }, { as: staff.session })
    expect(reply.postingRequest).toBeNull()
    expect(reply.steps.at(-1)?.reason).toContain('Entered by')
    expect(await waiting()).toEqual([])
  })

  test('is counted with the person’s other postings of 24 hours, also at once and of other kinds', async () => {
    const grants = await Promise.all(times(16, () => approvedGrant(3_000_00n)))
    const before = await available()
    const answers = await Promise.all(grants.map(grantId => cancel(grantId)))
    expect(statuses(answers)).toEqual(times(16, () => 200))
    // Eight of $3,000 are below $25,000; the ninth would reach it.
    expect(answers.filter(({ reply }) => reply.postingRequest === null)).toHaveLength(8)
    expect(await available()).toBe(before + 24_000_00n)
    expect(await waiting()).toHaveLength(8)
    const { answer } = await received(1_000_00n)
    expect(answer.reply).toMatchObject({
      state: 'expected',
      postingRequest: { kind: 'receive-contribution' },
    })
    // The audit log tells what was filed from what was posted.
    const { rows } = await portal.database.admin.query(
      `select kind, count(*)::int as events from audit_event where user_id = $1 and kind ~ '^(grant-void|contribution-re)'
        group by kind order by kind`,
      [staff.user.userId],
    )
    expect(rows).toEqual([
      { kind: 'contribution-receipt-filed', events: 1 },
      { kind: 'grant-void-filed', events: 8 },
      { kind: 'grant-voided', events: 8 },
    ])
    expect((await received(1_000_00n, other)).answer.reply.state).toBe('received')
    clock.set(new Date(Date.parse(now) + 24 * 60 * minuteMs))
    staff = { ...staff, session: await portal.sessionFor(staff.user) }
    expect((await received(1_000_00n)).answer.reply.state).toBe('received')
  })

  test('needs a step-up from its threshold on, and leaves nothing without one', async () => {
    const grantId = await paidGrant(100_000_00n)
    clock.set(new Date(Date.parse(now) + 6 * minuteMs))
    expect((await giveBack(grantId, 100_000_00n)).problem.type).toMatch(/step-up-needed$/)
    expect(await waiting()).toEqual([])
    expect((await giveBack(grantId, 50_000_00n)).status).toBe(409)
    staff = { ...staff, session: await portal.sessionFor(staff.user) }
    expect((await giveBack(grantId, 100_000_00n)).status).toBe(200)
    // The confirmation always needs one.
    expect((await confirm(await requestId())).problem.type).toMatch(/step-up-needed$/)
  })

  test('is refused at once where it could not be carried out, and counts nothing', async () => {
    const grantId = await approvedGrant(30_000_00n)
    expect((await giveBack(grantId, 30_000_00n)).status).toBe(409)
    expect(await waiting()).toEqual([])
    expect((await received(20_000_00n)).answer.reply.state).toBe('received')
  })

  test('is confirmed with the state of now: a refusal says why, and the request stays', async () => {
    const grantId = await approvedGrant(30_000_00n)
    expect((await cancel(grantId)).reply.postingRequest).not.toBeNull()
    await payGrant(portal, grantId, await makeStaff(portal))
    const id = await requestId()
    expect((await confirm(id)).problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining('This grant is'),
    })
    expect(await waiting()).toHaveLength(1)
    expect((await decline(id)).reply.state).toBe('declined')
    expect((await confirm(id)).status).toBe(409)
    expect((await withdraw(id)).status).toBe(409)
  })

  test('is decided by nobody of another book or without the permission; only its person withdraws it', async () => {
    await cancel(await approvedGrant(30_000_00n))
    const id = await requestId()
    const elsewhere = await makeStaff(portal, { realm: 'ubs' })
    expect((await confirm(id, elsewhere, { client: 'ubs' })).status).toBe(404)
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await waiting(auditor)).length).toBe(1)
    expect((await confirm(id, auditor)).problem.type).toMatch(/access-denied$/)
    expect((await confirm(id, fund.donor)).status).toBe(400)
    expect((await withdraw(id, other)).status).toBe(404)
    expect((await withdraw(id)).reply.state).toBe('withdrawn')
    expect((await confirm(id)).status).toBe(409)
  })
})

describe('a client of two books', () => {
  const inPounds = npttransatlantic.dualControlFromMinor
  const inDollars = npttransatlantic.inSecondaryBook?.dualControlFromMinor ?? 0n

  test('adds up the postings of a person in both books, each as a share of its threshold, also at once', async () => {
    const pounds = await makeFund(portal, { book: 'nptuk' })
    const dollars = await makeAccount(portal.databases, { book: 'nptukusd' })
    const { user } = await makeStaff(portal, { realm: 'nptuk' })
    const session = await portal.sessionFor(user, { client: 'npttransatlantic' })
    const receive = async (of: MadeAccount, amountMinor: bigint) => {
      const { contributionId } = await makeExpectedContribution(portal, of, { at: clock.now() })
      const day = dateOf(clock.now(), npttransatlantic.timeZone)
      const answer = await portal.call(
        receiveContribution,
        {
          params: { fundId: of.fundId, contributionId },
          body: command({ amountMinor, giftDate: day, effectiveDate: day }),
        },
        { as: session, headers: { 'x-currency': of.book === 'nptuk' ? 'GBP' : 'USD' } },
      )
      return answer.reply.state
    }
    const states = await Promise.all([
      receive(pounds, (inPounds * 6n) / 10n),
      receive(dollars, (inDollars * 6n) / 10n),
      receive(pounds, (inPounds * 6n) / 10n),
      receive(dollars, (inDollars * 6n) / 10n),
    ])
    expect(states.toSorted()).toEqual(['expected', 'expected', 'expected', 'received'])
    expect(await receive(pounds, 1_00n)).toBe('expected')
  })
})

describe('the second person', () => {
  const kinds = Object.keys(postingKinds) as PostingKind[]
  const holders = ['GRANT_PAY', 'POSTING_CREATE', 'POSTING_REVERSE', 'GRANT_APPROVE'] as const

  test.each(kinds)(
    'of a request of the kind %s holds the permission of its command, and needs no other',
    async kind => {
      const outcomes = await Promise.all(
        holders.map(async permission => {
          const roles = [{ role: 'super_user' as const, actions: [permission] }]
          const id = await fileOne(kind)
          const answer = await decline(id, await makeStaff(portal, { roles }))
          return [permission, answer.status === 200]
        }),
      )
      const { permission } = postingKinds[kind]
      expect(outcomes).toEqual(holders.map(each => [each, each === permission]))
    },
  )

  test('confirms with the permission of the command alone, and is told of no other request', async () => {
    const payer = await makeStaff(portal, { roles: [{ role: 'super_user', actions: ['GRANT_PAY'] }] })
    const before = await available()
    await cancel(await approvedGrant(30_000_00n))
    expect((await confirm(await requestId(), payer)).status).toBe(200)
    expect(await available()).toBe(before)
    const unknown = await confirm(randomUUID(), payer)
    expect(unknown.status).toBe(404)
    const approver = await makeStaff(portal, { roles: [{ role: 'super_user', actions: ['GRANT_APPROVE'] }] })
    for (const id of [await fileOne('void'), randomUUID()])
      expect((await confirm(id, approver)).problem.type).toMatch(/access-denied$/)
  })

  /** A request of this kind that another person entered. */
  async function fileOne(kind: PostingKind): Promise<string> {
    const db = portal.databases.book('npt')
    const [by, at] = [staff.user.userId, clock.now()]
    if (kind === 'bank-file') {
      const { keys } = portal.documentFiles
      return (await makeWaitingFile(db, { book: 'npt', fileName: 'answer.xml', keys, by, at })).requestId
    }
    const id = randomUUID()
    await insertRequest(db, {
      request_id: id,
      kind,
      subject_id: randomUUID(),
      account_id: fund.accountId,
      amount_minor: 1_00n,
      input: '{}',
      reason: 'Because',
      requested_by: by,
      requested_by_name: 'A colleague',
      requested_at: at,
    })
    return id
  }
})

describe('the reversal of a contribution', () => {
  test('takes two people whatever its amount, posts the exact reversal once and tells the donors', async () => {
    const before = await available()
    const { contributionId } = await received(1_00n)
    expect((await reverse(contributionId)).status).toBe(200)
    expect((await reverse(contributionId, other)).problem.detail).toContain('waits for a second person')
    expect(await available()).toBe(before + 1_00n)
    const [request] = await waiting()
    expect(request).toMatchObject({
      kind: 'reverse-contribution',
      amountMinor: 1_00n,
      reason: 'It was for another fund',
    })
    const id = await requestId()
    expect((await confirm(id, staff)).status).toBe(400)
    expect(statuses(await Promise.all(times(4, () => confirm(id))))).toEqual([200, 409, 409, 409])
    expect(await available()).toBe(before)
    expect(await contribution(contributionId)).toMatchObject({ state: 'reversed', mayReverse: false })
    expect((await reverse(contributionId)).problem.detail).toContain('already been reversed')
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query(
      `select e.kind, (select count(*)::int from outgoing_mail m where m.book = 'npt' and m.account_id = c.account_id and m.kind = 'contribution-reversed') as mails
        from contribution c join journal_entry e on e.book = c.book and e.entry_id = c.reversal_entry_id
          and e.reverses_entry_id = c.entry_id where c.contribution_id = $1`,
      [contributionId],
    )
    expect(rows).toEqual([{ kind: 'reversal', mails: 1 }])
  })

  test('is refused for what was not received, of another fund, granted already, or in a closed fund', async () => {
    const { contributionId: expected } = await makeExpectedContribution(portal, fund, { at: clock.now() })
    expect((await reverse(expected)).problem.detail).toContain('Only a contribution that was received')
    const { contributionId } = await received(10_000_00n)
    expect((await reverse(contributionId, staff, await makeFund(portal))).status).toBe(404)
    await makeGrant(portal, fund, { amountMinor: 1_005_000_00n })
    expect((await reverse(contributionId)).problem.detail).toContain('available balance is less')
    fund = await makeFund(portal, { balanceMinor: 0n })
    const { contributionId: spent } = await received(1_000_00n)
    await paidGrant(1_000_00n)
    await setStatusOf(portal.database.admin, fund.accountId, 'Closed')
    // No command changes a closed account.
    expect((await reverse(spent)).problem.type).toMatch(/access-denied$/)
    expect(await contribution(spent)).toMatchObject({
      mayReverse: false,
      reverseViolation: expect.stringContaining('Open it again'),
    })
    expect(await waiting()).toEqual([])
  })

  test('corrects an immobile account too, and takes nothing below zero there', async () => {
    const before = await available()
    const { contributionId } = await received(10_000_00n)
    const { contributionId: granted } = await received(11_000_00n)
    const grantId = await makeGrant(portal, fund, { amountMinor: 1_015_000_00n })
    await setStatusOf(portal.database.admin, fund.accountId, 'Immobile')
    expect((await reverse(granted)).problem.detail).toContain('available balance is less')
    await grantCalls(portal).reject(grantId, staff.session, 'Not now')
    expect(await reverse(granted)).toMatchObject({ status: 200 })
    expect(await confirm(await requestId())).toMatchObject({ status: 200 })
    expect(await reverse(contributionId)).toMatchObject({ status: 200 })
    expect(await confirm(await requestId())).toMatchObject({ status: 200 })
    expect(await available()).toBe(before)
  })

  test('is refused when the account was closed meanwhile, with what staff do instead', async () => {
    fund = await makeFund(portal, { balanceMinor: 0n })
    const { contributionId } = await received(1_000_00n)
    await reverse(contributionId)
    await paidGrant(1_000_00n)
    await setStatusOf(portal.database.admin, fund.accountId, 'Closed')
    expect((await confirm(await requestId())).problem.detail).toContain('Open it again')
    expect(await waiting()).toHaveLength(1)
  })
})
