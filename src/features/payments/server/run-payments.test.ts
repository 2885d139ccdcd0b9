import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { listRunPayments } from '../run-payment.contract.ts'

let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

/** A run of four checks to three charities. */
const fourChecks = async (): Promise<string> => {
  const charities = await Promise.all(
    ['Wren House', 'Ådland O’Brien Fund', 'Maple Clinic'].map(name =>
      makeCharity(world.portal.databases, { name }),
    ),
  )
  const [wren, adland, maple] = charities.map(({ charityId }) => charityId)
  if (wren === undefined || adland === undefined || maple === undefined) throw new Error('no charities')
  await world.approved(wren, 300_00n)
  await world.approved(adland, 900_00n)
  await world.approved(maple, 400_00n)
  await world.approved(wren, 500_00n)
  return await world.createdRun('cheque')
}

const listed = async (runId: string, query: { keywords?: string; sort?: string; first?: number }) => {
  const as = world.one.session
  const { reply } = await world.portal.call(listRunPayments, { params: { runId }, query }, { as })
  return { ...reply.meta, rows: reply.data }
}

test('the payments of a run are found by words of a name, in any spelling, and by the number of the grant (§13)', async () => {
  const runId = await fourChecks()
  const names = async (keywords: string) => {
    const { rows, total } = await listed(runId, { keywords })
    expect(total).toBe(rows.length)
    return rows.map(({ charityName }) => charityName)
  }
  expect(await names('obrien adland')).toEqual(['Ådland O’Brien Fund'])
  expect(await names('wren')).toEqual(['Wren House', 'Wren House'])
  const [first] = (await listed(runId, {})).rows
  expect(await names(first?.transactionId ?? '')).toEqual([first?.charityName])
  expect(await names('nobody')).toEqual([])
})

test('the payments of a run are sorted by charity and by amount, page by page', async () => {
  const runId = await fourChecks()
  const amounts = async (sort: string) =>
    (await listed(runId, { sort })).rows.map(({ amountMinor }) => Number(amountMinor) / 100)
  expect(await amounts('transactionId')).toEqual([300, 900, 400, 500])
  expect(await amounts('-amountMinor')).toEqual([900, 500, 400, 300])
  // Ådland, Maple, and the two of Wren in any order.
  const byCharity = await amounts('charityName')
  expect([...byCharity.slice(0, 2), ...byCharity.slice(2).toSorted()]).toEqual([900, 400, 300, 500])
  const page = await listed(runId, { sort: '-amountMinor', first: 3 })
  const rest = await world.portal.call(
    listRunPayments,
    { params: { runId }, query: { sort: '-amountMinor', first: 3, after: page.next ?? '' } },
    { as: world.one.session },
  )
  expect([page.total, rest.reply.data.map(({ amountMinor }) => amountMinor)]).toEqual([4, [300_00n]])
})

test('the export of a run has the rows that are shown, in their order', async () => {
  const runId = await fourChecks()
  const file = await world.portal.app.inject({
    url: `/api/payment-runs/${runId}/payments/export?format=csv&sort=amountMinor&keywords=wren`,
    headers: { host: hostOf('npt'), ...world.one.session.headers },
  })
  const rows = file.body.trim().split(/\r?\n/)
  expect(rows[0]).toContain('Charity,Grant,Made out to,Fund,Check,Problem,Status,Amount')
  expect(rows.slice(1).map(row => row.replace(/^(\w+ \w+),.*,(Scheduled),(.*)$/, '$1 $2 $3'))).toEqual([
    'Wren House Scheduled 300.00',
    'Wren House Scheduled 500.00',
  ])
  const { reply } = await world.calls.read(runId, world.one)
  expect(file.headers['content-disposition']).toContain(`run-${reply.runNumber}.csv`)
})
