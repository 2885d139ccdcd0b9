import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assetCalls, listedLine } from '../../../testing/asset-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { company, receiptCalls } from '../../../testing/receipt-calls.ts'
import { listAccountContributions } from '../contributions.contract.ts'
import type { Payer } from '../domain/payer.ts'
import { methodsIn, takesIra } from './accepted-gifts.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls> & ReturnType<typeof receiptCalls>
let assets: ReturnType<typeof assetCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock, { filesReceipts: true })
  calls = { ...postingCalls(world), ...receiptCalls(world) }
  assets = assetCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

test('what another sponsor gives is posted as its transfer whoever entered it, but its shares are securities', async () => {
  const sponsor: Payer = { ...company, kind: 'sponsor' }
  const given = await calls.receive({ payer: sponsor })
  expect(await calls.entryKindOf(given.contributionId)).toBe('contribution_sponsor')
  const shares = await assets.receive({ payer: sponsor })
  expect(await calls.entryKindOf(shares.contributionId)).toBe('contribution_securities')
  const { contributionId } = await calls.receive()
  expect(await calls.entryKindOf(contributionId)).toBe('contribution_cash')
})

test('securities settle in the system of the custodian of the book', async () => {
  for (const [method, status] of [
    ['crest', 400],
    ['dtc', 200],
  ] as const) {
    const { contributionId, answer } = await assets.receive({ method })
    expect(answer.status).toBe(status)
    expect(await calls.contribution(contributionId)).toMatchObject({
      methods: ['dtc', 'fund-shares', 'certificate'],
      takesIra: true,
    })
  }
  // Nobody is asked to confirm the foreign way either: this takes two people.
  const valuation = { basis: 'traded' as const, prices: { high: '400', low: '398' } }
  const { answer } = await assets.receive({ method: 'crest', lines: [{ ...listedLine, valuation }] })
  expect(answer.problem.errors).toEqual({ method: [expect.any(String)] })
  expect(await calls.waiting()).toEqual([])
  expect(methodsIn({ name: 'nptuk' }, 'securities')).toEqual(['crest', 'fund-shares', 'certificate'])
  expect(takesIra({ name: 'nptuk' })).toBe(false)
})

test('what was received without a payer is listed, and has its receipt once staff say who gave it', async () => {
  const { contributionId } = await calls.receive()
  await jobsDone(world.portal)
  // As it was before payers were asked for.
  await calls.query('delete from contribution_receipt where contribution_id = $1', contributionId)
  await calls.query(
    `update contribution set payer_kind = null, payer_name = null, corrections = corrections + 1, corrected_by = received_by,
        corrected_at = received_at where contribution_id = $1`,
    contributionId,
  )
  const withoutPayer = async () =>
    (
      await world.portal.call(
        listAccountContributions,
        { params: { fundId: world.fund.fundId }, query: { state: 'without-payer' } },
        { as: world.staff.session, fundId: world.fund.fundId },
      )
    ).reply.data.map(row => row.contributionId)
  expect(await withoutPayer()).toEqual([contributionId])
  expect((await calls.correct(contributionId)).reply.postingRequest).toBeNull()
  expect(await withoutPayer()).toEqual([])
  await jobsDone(world.portal)
  expect(await calls.receiptsOf(contributionId)).toMatchObject([{ payer_name: 'Heron plc', state: 'issued' }])
})
