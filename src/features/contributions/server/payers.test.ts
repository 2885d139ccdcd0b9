import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { hostOf, originOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeAnnouncement } from '../../../testing/factories/make-announcement.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { company, fromIra, postingDay, receiptCalls } from '../../../testing/receipt-calls.ts'
import { receiveContribution } from '../contributions.contract.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls> & ReturnType<typeof receiptCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock, { filesReceipts: true })
  calls = { ...postingCalls(world), ...receiptCalls(world) }
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

/** Posts what the browser would never send. */
async function post(attributes: object) {
  const { contributionId } = await makeExpectedContribution(world.portal, world.fund, { at: clock.now() })
  return await world.portal.app.inject({
    method: 'POST',
    url: `/api/accounts/${world.fund.fundId}/contributions/${contributionId}/receive`,
    headers: {
      ...{ host: hostOf('npt'), origin: originOf('npt'), 'idempotency-key': randomUUID() },
      ...world.staff.session.headers,
    },
    payload: { data: { type: 'command', attributes } },
  })
}

describe('the payer and the date of gift', () => {
  test('are refused where they are in the future, after the effective date, or hostile', async () => {
    for (const [about, field] of [
      [{ giftDate: isoDate('2026-03-17'), effectiveDate: isoDate('2026-03-17') }, 'giftDate'],
      [{ effectiveDate: isoDate('2026-03-15') }, 'giftDate'],
      [{ payer: { ...company, name: ' \u200b ' } }, 'name'],
      [{ payer: { ...company, name: 'A\u202eB' } }, 'name'],
      [{ payer: { ...company, name: 'A'.repeat(201) } }, 'name'],
      [{ payer: { ...company, address: `${'A\n'.repeat(9)}A` } }, 'address'],
      [{ payer: { ...fromIra, acceptanceReason: null } }, 'acceptanceReason'],
      [{ payer: { ...company, acceptanceReason: 'Because' } }, 'acceptanceReason'],
      [{ method: 'dtc' as const }, 'method'],
    ] as const) {
      const answer = await post({
        amountMinor: '123456',
        giftDate: postingDay,
        effectiveDate: postingDay,
        ...about,
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors ?? answer.json()).toHaveProperty([field])
    }
  })

  test('are corrected by one person until a receipt is issued, in the audit log', async () => {
    const { contributionId } = await calls.receive()
    await jobsDone(world.portal)
    await world.portal.database.admin.query('delete from contribution_receipt where contribution_id = $1', [
      contributionId,
    ])
    const key = randomUUID()
    const [one, two] = await Promise.all([
      calls.correct(contributionId, {}, { idempotencyKey: key }),
      calls.correct(contributionId, {}, { idempotencyKey: key }),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.reply.postingRequest).toBeNull()
    await jobsDone(world.portal)
    expect(await calls.receiptsOf(contributionId)).toMatchObject([
      { payer_name: 'Heron plc', state: 'issued' },
    ])
    const events = await calls.query(
      `select kind, user_id, detail ->> 'payerBefore' as before, detail ->> 'payer' as after from audit_event
        where detail ->> 'contribution' = $1 and kind = 'contribution-corrected'`,
      contributionId,
    )
    expect(events).toEqual([
      {
        kind: 'contribution-corrected',
        user_id: world.staff.user.userId,
        before: 'individual',
        after: 'company',
      },
    ])
  })

  test('say what they were until now to the second person', async () => {
    const { contributionId } = await calls.receive({ method: 'card' })
    await jobsDone(world.portal)
    await calls.correct(contributionId, { giftDate: isoDate('2026-03-14'), method: 'check' })
    const donor = `${world.fund.donor.user.firstName} ${world.fund.donor.user.lastName}`
    expect((await calls.waiting())[0]?.details).toMatchObject({
      ...{ payer: { name: 'Heron plc' }, giftDate: '2026-03-14', method: 'check' },
      before: { payer: { name: donor }, giftDate: postingDay, method: 'card' },
    })
  })

  test('take two people once a receipt was issued, and another receipt takes its place', async () => {
    const { contributionId } = await calls.receive()
    await jobsDone(world.portal)
    const [first] = await calls.receiptsOf(contributionId)
    const filed = await calls.correct(contributionId, { giftDate: isoDate('2025-12-31') })
    expect(filed.reply.postingRequest).toMatchObject({ kind: 'correct-contribution' })
    expect(await calls.receiptsOf(contributionId)).toEqual([first])
    expect((await calls.correct(contributionId)).status).toBe(409)
    const id = await calls.requestId()
    expect((await calls.confirm(id, world.staff)).status).toBe(400)
    const answers = await Promise.all([calls.confirm(id), calls.confirm(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await jobsDone(world.portal)
    const [, next, ...more] = await calls.receiptsOf(contributionId)
    expect(more).toEqual([])
    expect(next).toMatchObject({ state: 'issued', payer_name: 'Heron plc', supersedes: first.number })
    expect((await readPdf(await calls.bytesOf(next.document_id))).structure.text).toContain(
      `This replaces receipt ${first.number}`,
    )
    expect(await calls.receiptsOf(contributionId)).toMatchObject([
      { state: 'superseded' },
      { state: 'issued' },
    ])
  })

  test('are corrected by nobody else, of no other fund, and of nothing that was not received', async () => {
    const { contributionId } = await calls.receive()
    const denied = { problem: { type: expect.stringMatching(/access-denied$/) } }
    const other = await makeFund(world.portal)
    expect((await calls.correct(contributionId, {}, { of: other })).status).toBe(404)
    for (const role of ['joint_donor', 'viewer', 'primary_advisor', 'service_team'] as const)
      expect(
        await calls.correct(contributionId, {}, { as: await makePersonOf(world.portal, world.fund, role) }),
      ).toMatchObject(denied)
    expect(await calls.correct(contributionId, {}, { as: world.fund.donor })).toMatchObject(denied)
    const { contributionId: expected } = await makeExpectedContribution(world.portal, world.fund, {
      at: clock.now(),
    })
    expect((await calls.correct(expected)).status).toBe(409)
    expect((await calls.correct(contributionId, { giftDate: isoDate('2026-03-17') })).status).toBe(400)
  })
})

describe('the payer of whom nobody says who it was', () => {
  const announce = async (sentFrom: string) =>
    await makeAnnouncement(world.portal, world.fund, world.fund.donor.user.userId, {
      ...{ way: 'sponsor', amountMinor: 1_234_56n, sentFrom, sendsOn: null, note: '' },
    })

  test('is the other sponsor that was announced, who gets no receipt for a deduction', async () => {
    const refused = await calls.receive({}, await announce(''))
    expect(refused.answer.problem.errors).toHaveProperty('payer')
    const { contributionId } = await calls.receive({ method: 'wire' }, await announce('Plover Charitable'))
    expect(await calls.contribution(contributionId)).toMatchObject({
      payer: { kind: 'sponsor', name: 'Plover Charitable' },
      ...{ method: 'wire', mayBounce: false },
    })
    expect(await calls.entryKindOf(contributionId)).toBe('contribution_sponsor')
    const { contributionId: unknown } = await calls.receive({}, await announce('Plover Charitable'))
    expect(await calls.contribution(unknown)).toMatchObject({ method: null, mayBounce: false })
  })

  test('is the organization of the account, and none of its people', async () => {
    world.fund = await makeFund(world.portal, {
      ...{ accountType: 'Organization', organizationLegalName: 'Curlew Association, Inc.' },
    })
    const { contributionId } = await calls.receive()
    expect(await calls.contribution(contributionId)).toMatchObject({
      payer: { kind: 'company', name: 'Curlew Association, Inc.' },
    })
    world.fund = await makeFund(world.portal, { accountType: 'Organization' })
    expect((await calls.receive()).answer.problem.errors).toHaveProperty('payer')
    expect((await calls.receive({ payer: company })).answer.status).toBe(200)
  })
})

describe('money from an IRA', () => {
  test('is corrected to it and from it by two people, whether a receipt was issued or not', async () => {
    const { contributionId } = await calls.receive({ payer: company })
    const withoutReceipt = async () => {
      await jobsDone(world.portal)
      await calls.query('delete from contribution_receipt where contribution_id = $1', contributionId)
    }
    await withoutReceipt()
    for (const [payer, until] of [
      [fromIra, 'company'],
      [company, 'ira'],
    ] as const) {
      expect((await calls.correct(contributionId, { payer })).reply.postingRequest).not.toBeNull()
      expect(await calls.contribution(contributionId)).toMatchObject({ payer: { kind: until } })
      expect((await calls.confirm(await calls.requestId())).status).toBe(200)
      // The clock stands still: the second correction has the time of the first.
      await withoutReceipt()
    }
    expect(await calls.contribution(contributionId)).toMatchObject({ payer: { kind: 'company' } })
  })

  test('is refused by a sponsor outside the United States', async () => {
    const fund = await makeFund(world.portal, { book: 'nptuk' })
    const staff = await makeStaff(world.portal, { realm: 'nptuk' })
    const { contributionId } = await makeExpectedContribution(world.portal, fund, { at: clock.now() })
    const { problem } = await world.portal.call(
      receiveContribution,
      {
        params: { fundId: fund.fundId, contributionId },
        body: {
          data: {
            type: 'command',
            attributes: {
              ...{ amountMinor: 1_00n, giftDate: postingDay, effectiveDate: postingDay, payer: fromIra },
            },
          },
        },
      },
      { as: staff.session, fundId: fund.fundId, client: 'nptuk' },
    )
    expect(problem.errors).toHaveProperty('kind')
  })

  test('is posted only after another person has decided, and gets no receipt for a deduction', async () => {
    const before = await calls.available()
    const { contributionId, answer } = await calls.receive({ payer: fromIra, amountMinor: 1_00n })
    expect(answer.reply).toMatchObject({
      state: 'expected',
      postingRequest: { kind: 'receive-contribution' },
    })
    expect(await calls.available()).toBe(before)
    const [waiting] = await calls.waiting()
    expect(waiting).toMatchObject({
      reason: 'The donor knows that it is no QCD',
      details: { payer: { kind: 'ira' } },
    })
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect(await calls.available()).toBe(before + 1_00n)
    await jobsDone(world.portal)
    const [receipt] = await calls.receiptsOf(contributionId)
    const { structure } = await readPdf(await calls.bytesOf(receipt.document_id))
    expect(structure.text).toContain('Acknowledgment')
    expect(structure.text).not.toMatch(/deduct/)
  })
})
