import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { makePostedBatch } from '../../../testing/factories/make-posted-batch.ts'
import { makeWaitingFile } from '../../../testing/payments/make-waiting-file.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { type PostingKind, postingKinds } from '../domain/posting-kinds.ts'
import { insertRequest } from './posting-requests.queries.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

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
          const answer = await calls.decline(id, await makeStaff(world.portal, { roles }))
          return [permission, answer.status === 200]
        }),
      )
      const { permission } = postingKinds[kind]
      expect(outcomes).toEqual(holders.map(each => [each, each === permission]))
    },
  )

  test('confirms with the permission of the command alone, and is told of no other request', async () => {
    const payer = await makeStaff(world.portal, { roles: [{ role: 'super_user', actions: ['GRANT_PAY'] }] })
    const before = await calls.available()
    await calls.cancel(await calls.approvedGrant(30_000_00n))
    expect((await calls.confirm(await calls.requestId(), payer)).status).toBe(200)
    expect(await calls.available()).toBe(before)
    const unknown = await calls.confirm(randomUUID(), payer)
    expect(unknown.status).toBe(404)
    const approver = await makeStaff(world.portal, {
      roles: [{ role: 'super_user', actions: ['GRANT_APPROVE'] }],
    })
    for (const id of [await fileOne('void'), randomUUID()])
      expect((await calls.confirm(id, approver)).problem.type).toMatch(/access-denied$/)
  })

  /** What a decision about money in suspense says. */
  const fee = { kind: 'fee', note: 'Monthly fee', creditLineId: null, detail: 'SERVICE CHARGE' }
  const returned = {
    ...{ end: 'returned', contributionNumber: null, giftDate: null, toBook: null },
    ...{ reason: 'Because', detail: 'A credit' },
  }
  const inputs: Partial<Record<PostingKind, object>> = {
    'suspense-item': returned,
    'bank-debit': fee,
    'write-off-fee': { kind: 'administrative_fee' },
    'receive-contribution': { amountMinor: '100', giftDate: '2026-03-16', effectiveDate: '2026-03-16' },
    'correct-contribution': {
      ...{ payer: { kind: 'company', name: 'Heron plc', address: null, acceptanceReason: null } },
      giftDate: '2026-03-16',
      before: { payer: null, giftDate: '2026-03-15', method: null },
    },
    'move-contribution': { toFundId: 100_001, toAccountName: 'Another fund' },
    'receive-assets': {
      ...{ giftDate: '2026-03-16', effectiveDate: '2026-03-16', method: 'certificate' },
      lines: [
        {
          ...{ description: 'Heron plc', quantity: '1', property: 'private-shares', identifier: null },
          ...{ valuation: { basis: 'appraised', date: '2026-03-16', valueMinor: '100' }, source: 'A letter' },
        },
      ],
    },
    'dispose-of-holding': { kind: 'release', units: '1', description: 'Heron plc' },
    'reverse-disposal': { holdingId: randomUUID(), description: 'Sale of 1 × Heron plc' },
    'reverse-entry': {
      ...{ transactionId: 1_000_001, transactionTypeName: 'Investment gain' },
      ...{ effectiveDate: '2026-02-02', replacement: null },
    },
  }
  /** A request of this kind that another person entered. */
  async function fileOne(kind: PostingKind): Promise<string> {
    const db = world.portal.databases.book('npt')
    const [by, at] = [world.staff.user.userId, clock.now()]
    if (kind === 'bank-file') {
      const { keys } = world.portal.documentFiles
      return (await makeWaitingFile(db, { book: 'npt', fileName: 'answer.xml', keys, by, at })).requestId
    }
    const id = randomUUID()
    const isBatch = kind === 'posting-batch' || kind === 'reverse-posting-batch'
    const batch = { by, reference: `Gains ${id}` }
    await insertRequest(db, {
      request_id: id,
      kind,
      subject_id: isBatch ? await makePostedBatch(world.portal.databases, world.fund, batch) : randomUUID(),
      account_id: isBatch || kind === 'suspense-item' || kind === 'bank-debit' ? null : world.fund.accountId,
      amount_minor: 1_00n,
      input: JSON.stringify(inputs[kind] ?? {}),
      reason: 'Because',
      requested_by: by,
      requested_by_name: 'A colleague',
      requested_at: at,
    })
    return id
  }
})
