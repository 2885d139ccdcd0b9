import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isoDate } from '../../../../domain/dates.ts'
import { appraisedLine, assetCalls, listedLine, listedValueMinor } from '../../../../testing/asset-calls.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeFund, makeStaff } from '../../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../../testing/posting-world.ts'
import { postingDay, receiptCalls } from '../../../../testing/receipt-calls.ts'
import { receivedAssets } from '../holdings.contract.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof assetCalls> & Omit<ReturnType<typeof postingCalls>, 'reverse'>

beforeAll(async () => {
  world = await startPostingWorld(clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  calls = { ...postingCalls(world), ...assetCalls(world) }
})

const query = (sql: string, ...values: unknown[]) => receiptCalls(world).query(sql, ...values)
const one = async () => {
  const [holding] = await calls.holdings()
  if (!holding) throw new Error('there is a holding')
  return holding
}
const start = 1_000_000_00n

describe('assets that arrive', () => {
  test('are posted at gift value to the excluded assets, once, with a receipt that has no value', async () => {
    const idempotencyKey = randomUUID()
    const { contributionId, answer } = await calls.receive({}, { idempotencyKey })
    expect(answer).toMatchObject({
      status: 200,
      reply: { state: 'received', giftValueMinor: listedValueMinor },
    })
    const again = await calls.receive({}, { contributionId, idempotencyKey })
    expect(again.answer.status).toBe(200)
    expect((await calls.receive({}, { contributionId })).answer.status).toBe(409)
    expect(await calls.balance()).toEqual({ spendable: start, excluded: listedValueMinor })
    expect(await one()).toMatchObject({
      unitsLeft: '120.5',
      leftMinor: listedValueMinor,
      working: ['(101.37 + 98.12) ÷ 2 × 120.5 = $12,019.27'],
      tasks: [],
    })
    await jobsDone(world.portal)
    const [receipt] = await receiptCalls(world).receiptsOf(contributionId)
    expect(receipt).toMatchObject({ amount_minor: null })
    expect(JSON.stringify(receipt)).not.toMatch(/12,?019|101\.37|98\.12/)
  })

  test('wait for a second person from the threshold on', async () => {
    const line = {
      ...listedLine,
      valuation: { basis: 'traded' as const, prices: { high: '400', low: '398' } },
    }
    const { answer } = await calls.receive({ lines: [line] })
    expect(answer.reply.postingRequest).toMatchObject({ kind: 'receive-assets' })
    expect(await calls.holdings()).toEqual([])
    expect((await calls.confirm(await calls.requestId(), world.staff)).problem.type).toMatch(/access-denied$/)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect((await calls.balance()).excluded).toBe(48_079_50n)
  })

  test.each([
    ['a line that the donor changed', { lines: [{ ...listedLine, quantity: '120' }] }, 409],
    ['another security', { lines: [{ ...listedLine, description: 'Egret plc' }] }, 409],
    ['one line too many', { lines: [listedLine, listedLine] }, 409],
    [
      'listed securities by an appraisal',
      { lines: [{ ...appraisedLine(5n), property: 'listed' as const }] },
      400,
    ],
    [
      'a value of less than a cent',
      {
        lines: [
          {
            ...listedLine,
            valuation: { basis: 'traded' as const, prices: { high: '0.000001', low: '0.000001' } },
          },
        ],
      },
      400,
    ],
    [
      'more than the client accepts',
      {
        lines: [
          {
            ...listedLine,
            valuation: { basis: 'traded' as const, prices: { high: '999999999', low: '999999999' } },
          },
        ],
      },
      400,
    ],
    ['a date of gift to come', { giftDate: isoDate('2026-03-17') }, 400],
  ])('are refused with %s', async (_name, attributes, status) => {
    expect((await calls.receive(attributes)).answer.status).toBe(status)
    expect(await calls.balance()).toEqual({ spendable: start, excluded: 0n })
  })

  test('are not received as money, nor money as assets', async () => {
    const { receive } = receiptCalls(world)
    const contributionId = await calls.expectAssets()
    expect((await receive({}, { contributionId })).answer.problem.detail).toMatch(/gift value/)
    const { contributionId: money } = await receive()
    expect((await calls.receive({}, { contributionId: money })).answer.status).toBe(409)
  })
})

test.each([
  ['a high below the low', { valuation: { basis: 'traded', prices: { high: '1', low: '2' } } }],
  ['a price as a power', { valuation: { basis: 'traded', prices: { high: '1e9', low: '2' } } }],
  ['a negative price', { valuation: { basis: 'traded', prices: { high: '5', low: '-2' } } }],
  ['an ISIN with a wrong check digit', { identifier: { type: 'isin', number: 'US0378331006' } }],
  ['no units', { quantity: '0' }],
  ['no source', { source: ' ' }],
])('a line is refused with %s', (_name, wrong) => {
  const { valuation, ...line } = listedLine
  const sent = {
    lines: [{ ...line, valuation, ...wrong }],
    giftDate: postingDay,
    effectiveDate: postingDay,
    method: 'dtc',
  }
  // What is sent is wrong on purpose.
  expect(z.safeDecode(receivedAssets, sent as never).success).toBe(false)
  expect(z.safeDecode(receivedAssets, { ...sent, lines: [{ ...line, valuation }] } as never).success).toBe(
    true,
  )
  expect(z.safeDecode(receivedAssets, { ...sent, lines: [] } as never).success).toBe(false)
})

test('a contribution of assets that moves is held, at the same gift value, in the right account', async () => {
  const { contributionId } = await calls.receive({ lines: [appraisedLine(6_000_00n)] })
  const { holdingId } = await one()
  await calls.value(holdingId)
  const right = await makeFund(world.portal, { balanceMinor: 1_00n })
  expect((await calls.move(contributionId, right.fundId)).status).toBe(200)
  expect((await calls.confirm(await calls.requestId())).status).toBe(200)
  expect((await calls.balance()).excluded).toBe(0n)
  expect(await calls.balance(right.accountId)).toEqual({ spendable: 1_00n, excluded: 6_000_00n })
  const [moved] = await calls.holdings('held', { of: right })
  expect(moved).toMatchObject({ leftMinor: 6_000_00n, latestValuation: { valueMinor: 15_000_00n } })
  expect(moved?.tasks.map(({ kind }) => kind)).toEqual(['appraisal', 'form-8283'])
})

describe('tasks and valuations', () => {
  test('are listed with their due dates, done once, and end with what was reversed', async () => {
    await calls.receive({
      lines: [appraisedLine(11_000_00n, 'private-shares')],
      giftDate: isoDate('2026-03-13'),
    })
    const { holdingId, tasks } = await one()
    expect(tasks.map(({ kind, dueOn }) => [kind, dueOn])).toEqual([
      ['appraisal', '2027-04-15'],
      ['form-8283', '2027-04-15'],
    ])
    const taskId = tasks[0]?.taskId ?? ''
    const done = await Promise.all([calls.complete(holdingId, taskId), calls.complete(holdingId, taskId)])
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await one()).tasks[0]).toMatchObject({ doneOn: postingDay, note: 'Filed with the tax papers' })
    await calls.sell(holdingId)
    const filed = (await one()).tasks.find(({ kind }) => kind === 'form-8282')
    expect(filed).toMatchObject({ dueOn: '2026-07-19', isOverdue: false })
    await calls.reverse(holdingId, (await one()).disposals[0]?.disposalId ?? '')
    await calls.confirm(await calls.requestId())
    expect((await one()).tasks.map(({ kind }) => kind)).toEqual(['appraisal', 'form-8283'])
  })

  test('do not exist at a sponsor without a status under US law, nor for a payer who deducts nothing', async () => {
    const sponsor = {
      kind: 'sponsor',
      name: 'Plover Charitable',
      address: null,
      acceptanceReason: null,
    } as const
    await calls.receive({ lines: [appraisedLine(11_000_00n)], payer: sponsor })
    expect((await one()).tasks).toEqual([])
    const abroad = await makeFund(world.portal, { balanceMinor: 1_00n, book: 'rathbones' })
    const as = await makeStaff(world.portal, { realm: 'rathbones' })
    const { answer } = await calls.receive(
      { lines: [appraisedLine(11_000_00n)], method: 'crest' },
      { of: abroad, as },
    )
    expect(answer.status).toBe(200)
    const [holding] = await calls.holdings('all', { of: abroad, as })
    expect(holding).toMatchObject({ tasks: [], working: ['Valued on 2 Jan 2026: £11,000.00'] })
  })

  test('of a later day post nothing', async () => {
    await calls.receive()
    const { holdingId } = await one()
    expect((await calls.value(holdingId, isoDate('2026-03-17'))).status).toBe(400)
    expect((await calls.value(holdingId, isoDate('2026-03-15'))).status).toBe(400)
    expect((await calls.value(holdingId)).status).toBe(200)
    expect(await one()).toMatchObject({ latestValuation: { valueMinor: 15_000_00n, source: 'Elm Valuers' } })
    expect((await calls.balance()).excluded).toBe(listedValueMinor)
  })
})

test('the server’s own connection changes nothing that is held, and disposes of no more', async () => {
  await calls.receive()
  const { holdingId } = await one()
  const db = world.portal.databases.book('npt')
  await expect(
    db
      .updateTable('contribution_holding')
      .set({ gift_value_minor: 1n })
      .where('holding_id', '=', holdingId)
      .execute(),
  ).rejects.toThrow(/permission denied/)
  await calls.sell(holdingId)
  await expect(
    query(
      `insert into holding_disposal (book, holding_id, account_id, kind, units, gift_value_minor, proceeds_minor, cost_minor, disposed_on,
          effective_date, release_entry_id, recorded_by, recorded_by_name, recorded_at)
        select book, holding_id, account_id, 'release', 1, 5, 5, 0, disposed_on, effective_date, difference_entry_id, recorded_by,
          recorded_by_name, recorded_at from holding_disposal where holding_id = $1`,
      holdingId,
    ),
  ).rejects.toThrow(/has less than this/)
})
