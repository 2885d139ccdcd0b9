import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../../app/server/jobs.ts'
import type { Sent } from '../../../../contract/endpoint.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import { type JobWorker, startJobWorker } from '../../../../server/jobs/worker.ts'
import { hostOf, originOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeExpectedContribution } from '../../../../testing/factories/make-contribution-document.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import { jobsDone } from '../../../../testing/mailbox.ts'
import {
  cancelContribution,
  prepareContributionDocument,
  receiveContribution,
} from '../../contributions.contract.ts'
import {
  announceContribution,
  changeAnnouncement,
  saveInstructionLetter,
  withdrawAnnouncement,
} from '../announcements.contract.ts'
import { listFundContributions } from '../fund-contributions.contract.ts'

const now = '2026-03-16T15:00:00Z'
const clock = testClock(now)
let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let staff: Person

beforeAll(async () => {
  portal = await startTestApp({ clock })
  const { databases, documentFiles, signatures } = portal
  worker = await startJobWorker({ databases, tasks, ...jobSettings, documentFiles, signatures })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  clock.set(now)
  fund = await makeFund(portal, { accountName: 'Heron Fund', balanceMinor: 0n })
  staff = await makeStaff(portal)
})

type Announcement = Sent<typeof announceContribution>['body']['data']['attributes']
const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const sending = { sentFrom: '', sendsOn: null, note: '' }
const wire: Announcement = { way: 'wire', amountMinor: 5_000_00n, ...sending }
const shares: Announcement = {
  way: 'securities',
  assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '120.5' }],
  ...sending,
  sentFrom: 'Harbor Brokers',
}

const announce = (
  announcement: Announcement,
  as: Person = fund.donor,
  idempotencyKey: string = randomUUID(),
) =>
  portal.call(
    announceContribution,
    { params: { fundId: fund.fundId }, body: command(announcement) },
    { as: as.session, idempotencyKey },
  )
const announced = async (announcement: Announcement = wire) => (await announce(announcement)).reply
const change = (
  contributionId: string,
  revision: number,
  announcement: Announcement,
  as: Person = fund.donor,
) =>
  portal.call(
    changeAnnouncement,
    { params: { fundId: fund.fundId, contributionId }, body: command({ revision, announcement }) },
    { as: as.session, idempotencyKey: randomUUID() },
  )
const withdraw = (contributionId: string, as: Person = fund.donor) =>
  portal.call(
    withdrawAnnouncement,
    { params: { fundId: fund.fundId, contributionId }, body: command({}) },
    { as: as.session, idempotencyKey: randomUUID() },
  )
const day = '2026-03-16' as IsoDate
const receive = (contributionId: string, amountMinor = 5_000_00n) =>
  portal.call(
    receiveContribution,
    {
      params: { fundId: fund.fundId, contributionId },
      body: command({ amountMinor, giftDate: day, effectiveDate: day }),
    },
    { as: staff.session, idempotencyKey: randomUUID() },
  )
const list = async (query: Sent<typeof listFundContributions>['query'] = {}, as: Person = fund.donor) =>
  (await portal.call(listFundContributions, { params: { fundId: fund.fundId }, query }, { as: as.session }))
    .reply.data
const eventsOf = async (contributionId: string) => {
  const { rows } = await portal.database.admin.query(
    `select kind, user_id from audit_event where detail::text like '%' || $1 || '%' order by at, kind`,
    [contributionId],
  )
  return rows.map(({ kind }) => kind)
}
const mailsOf = async (kind: string) => {
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query(
    'select cause, body from outgoing_mail where account_id = $1 and kind = $2',
    [fund.accountId, kind],
  )
  return rows
}

describe('announcing a contribution (§17)', () => {
  test('by a double click announces it once, records it and tells the donors', async () => {
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const key = randomUUID()
    const [one, two] = await Promise.all([announce(wire, joint, key), announce(wire, joint, key)])
    expect(one.reply).toEqual(two.reply)
    const rows = await list()
    expect(rows).toMatchObject([
      { state: 'announced', kind: 'wire', way: 'wire', amountMinor: 5_000_00n, date: day, mayChange: true },
    ])
    expect(await eventsOf(one.reply.contributionId)).toEqual(['contribution-announced'])
    const mails = await mailsOf('contribution-announced')
    expect(mails).toHaveLength(2)
    for (const { body } of mails) {
      expect(body).toContain(String(one.reply.transactionId))
      expect(body).not.toContain('5,000')
    }
  })

  test.each([
    ['an amount of nothing', { ...wire, amountMinor: '0' }],
    ['an amount beyond every account', { ...wire, amountMinor: '100000000000000' }],
    ['securities without lines', { ...shares, assets: [] }],
    ['a quantity as a power', { ...shares, assets: [{ ticker: null, description: 'A', quantity: '1e9' }] }],
    ['a hidden text direction', { ...wire, amountMinor: '5', sentFrom: 'A\u202eB' }],
    ['a long note', { ...wire, amountMinor: '500', note: 'a'.repeat(501) }],
    ['another way', { ...wire, amountMinor: '5', way: 'crypto' }],
    ['a day long ago', { ...wire, amountMinor: '500', sendsOn: '2025-12-31' }],
    ['a day far ahead', { ...wire, amountMinor: '500', sendsOn: '2027-12-31' }],
    ['no day', { ...wire, amountMinor: '500', sendsOn: '2026-02-30' }],
  ])('refuses %s', async (_what, attributes) => {
    const response = await portal.app.inject({
      method: 'POST',
      url: `/api/accounts/${fund.fundId}/contributions/announce`,
      headers: {
        host: hostOf('npt'),
        origin: originOf('npt'),
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
        ...fund.donor.session.headers,
      },
      payload: JSON.stringify(command(attributes), (_key, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    })
    expect(response.statusCode, response.body).toBe(400)
    expect(await list()).toEqual([])
  })

  test('is possible for an account that was entered, and not for one on hold or closed', async () => {
    for (const [status, expected] of [
      ['Entered', 200],
      ['Immobile', 400],
      ['Closed', 400],
    ] as const) {
      fund = await makeFund(portal, { status })
      expect((await announce(wire)).status, status).toBe(expected)
    }
  })
})

describe('what was announced', () => {
  test('is changed with all its lines until it arrives, and by one of two at once', async () => {
    const { contributionId, transactionId } = await announced()
    const two = await Promise.all([change(contributionId, 1, shares), change(contributionId, 1, shares)])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await change(contributionId, 2, { ...shares, sentFrom: 'Elm Brokers' })).status).toBe(200)
    expect(await list()).toMatchObject([
      {
        transactionId,
        kind: 'securities',
        amountMinor: null,
        assets: [{ quantity: '120.500000' }],
        revision: 3,
      },
    ])
    expect((await change(contributionId, 3, wire)).status).toBe(200)
    expect(await list()).toMatchObject([{ kind: 'wire', amountMinor: 5_000_00n, assets: [] }])
    expect(
      (await eventsOf(contributionId)).filter(kind => kind === 'contribution-announcement-changed'),
    ).toHaveLength(3)
    expect((await receive(contributionId)).status).toBe(200)
    expect((await change(contributionId, 4, shares)).problem.detail).toMatch(/has arrived/)
    expect((await withdraw(contributionId)).problem.detail).toMatch(/has arrived/)
    expect(await list()).toMatchObject([
      { transactionId, state: 'received', way: 'wire', mayChange: false, mayWithdraw: false },
    ])
  })

  test('is cancelled once, and then neither arrives nor changes', async () => {
    const { contributionId } = await announced()
    const all = await Promise.all([withdraw(contributionId), withdraw(contributionId)])
    expect(all.map(({ status }) => status)).toEqual([200, 200])
    expect(await list()).toMatchObject([{ state: 'cancelled' }])
    expect((await receive(contributionId)).status).toBe(409)
    expect((await change(contributionId, 1, wire)).problem.detail).toMatch(/was canceled/)
    expect(await eventsOf(contributionId)).toEqual(['contribution-announced', 'contribution-cancelled'])
  })

  test('either arrives or is cancelled, if both happen at once', async () => {
    const { contributionId } = await announced()
    const [received, withdrawn] = await Promise.all([receive(contributionId), withdraw(contributionId)])
    expect([received.status, withdrawn.status].toSorted()).toEqual([200, 409])
  })

  test('waits for a second person above the threshold, and then cannot be cancelled', async () => {
    const { contributionId } = await announced({ ...wire, amountMinor: 30_000_00n })
    expect((await receive(contributionId, 30_000_00n)).reply.postingRequest).not.toBeNull()
    expect((await withdraw(contributionId)).status).toBe(409)
    expect(await list()).toMatchObject([{ state: 'announced', mayChange: false, mayWithdraw: false }])
  })

  test('is expected once staff prepare its document, which is withdrawn with it', async () => {
    const { contributionId } = await announced()
    const params = { fundId: fund.fundId, contributionId }
    await portal.call(prepareContributionDocument, { params, body: command({}) }, { as: staff.session })
    await jobsDone(portal)
    expect(await list()).toMatchObject([{ state: 'expected', document: 'pending', mayChange: false }])
    expect((await change(contributionId, 1, shares)).problem.detail).toMatch(/document was prepared/)
    expect((await withdraw(contributionId)).status).toBe(200)
    await jobsDone(portal)
    expect(await list()).toMatchObject([{ state: 'cancelled', document: 'voided' }])
  })

  test('is not what staff entered, which the donors can only read', async () => {
    const { contributionId } = await makeExpectedContribution(portal, fund)
    expect(await list()).toMatchObject([
      { state: 'expected', way: null, mayChange: false, mayWithdraw: false },
    ])
    expect((await withdraw(contributionId)).status).toBe(409)
    expect((await change(contributionId, 1, wire)).status).toBe(409)
    const params = { fundId: fund.fundId, contributionId }
    const cancelled = await portal.call(
      cancelContribution,
      { params, body: command({ reason: 'Entered twice' }) },
      { as: staff.session, idempotencyKey: randomUUID() },
    )
    expect(cancelled.status).toBe(200)
    expect((await withdraw(contributionId)).status).toBe(409)
  })

  test('is not that of another fund, nor a viewer’s to announce', async () => {
    const { contributionId } = await announced(shares)
    const own = fund
    const viewer = await makePersonOf(portal, fund, 'viewer')
    expect((await announce(wire, viewer)).problem.title).toBe('Access denied.')
    expect(await list({}, viewer)).toMatchObject([{ mayChange: false, mayWithdraw: false }])
    fund = await makeFund(portal)
    expect((await change(contributionId, 1, wire)).status).toBe(404)
    expect((await withdraw(contributionId)).status).toBe(404)
    const params = { fundId: fund.fundId, contributionId }
    const letter = await portal.call(saveInstructionLetter, { params }, { as: fund.donor.session })
    expect(letter.status).toBe(404)
    fund = own
    expect(await list()).toMatchObject([{ state: 'announced' }])
  })
})
