import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { correctContribution } from '../corrections.contract.ts'

let world: PostingWorld
beforeAll(async () => {
  world = await startPostingWorld(testClock(postingTime))
})
afterAll(() => world.stop())

const which = fc.nat({ max: 50 })
const steps = fc.array(
  fc.oneof(
    // Several at once, so that their receipts compete for numbers.
    fc.record({
      step: fc.constant('receive' as const),
      amounts: fc.array(fc.bigInt({ min: 1n, max: 9_999n }), { minLength: 1, maxLength: 4 }),
      fund: which,
    }),
    fc.record({
      step: fc.constantFrom('bounce' as const, 'reverse' as const, 'move' as const, 'correct' as const),
      of: which,
      waits: fc.boolean(),
    }),
  ),
  { minLength: 6, maxLength: 14 },
)
type Step = (typeof steps extends fc.Arbitrary<infer S> ? S : never) extends (infer One)[] ? One : never

async function run(
  step: Step,
  funds: readonly MadeFund[],
  received: { id: string; fund: MadeFund }[],
): Promise<void> {
  const all = postingCalls(world)
  if (step.step === 'receive') {
    const fund = funds[step.fund % funds.length]
    if (!fund) throw new Error('there is a fund')
    const made = await Promise.all(
      step.amounts.map(amount => postingCalls({ ...world, fund }).received(amount)),
    )
    received.push(...made.map(({ contributionId: id }) => ({ id, fund })))
    return
  }
  const found = received[step.of % Math.max(1, received.length)]
  if (!found) return
  // Without it the command meets the receipt while it is issued.
  if (step.waits) await jobsDone(world.portal)
  const { id, fund } = found
  const calls = postingCalls({ ...world, fund })
  const other = funds.find(each => each !== fund) ?? fund
  if (step.step === 'correct')
    await world.portal.call(
      correctContribution,
      {
        params: { fundId: fund.fundId, contributionId: id },
        body: {
          data: {
            type: 'command',
            attributes: {
              payer: { kind: 'trust', name: `Trust ${step.of}`, address: null, acceptanceReason: null },
              giftDate: isoDate('2026-03-01'),
              reason: 'It was the trust',
            },
          },
        },
      },
      { as: world.staff.session, fundId: fund.fundId },
    )
  else if (step.step === 'move') await calls.move(id, other.fundId, world.staff, fund)
  else await calls[step.step](id, world.staff, fund)
  for (const { requestId } of await calls.waiting()) await all.confirm(requestId)
}

const query = async (sql: string) => (await world.portal.database.admin.query(sql)).rows

test('random contributions, corrections, moves and bounces leave numbers without gaps, and receipts that are their postings', {
  timeout: propertyTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      await world.renew()
      const funds = await Promise.all([1, 2].map(() => makeFund(world.portal, { balanceMinor: 1_000_00n })))
      const received: { id: string; fund: MadeFund }[] = []
      for (const step of sequence) await run(step, funds, received)
      await jobsDone(world.portal)
      expect(
        await query(`select book, year, count(*) as receipts, max(number) as last from contribution_receipt
          group by book, year having count(*) <> max(number)`),
      ).toEqual([])
      // One valid receipt for what is received, none for the rest.
      expect(
        await query(`select c.contribution_id, c.state from contribution c
          where (select count(*) from contribution_receipt r where r.contribution_id = c.contribution_id and r.state = 'issued')
            <> (c.state = 'received')::int`),
      ).toEqual([])
      expect(
        await query(`select r.number from contribution_receipt r join contribution c using (book, contribution_id)
          where r.state = 'issued' and (r.amount_minor <>
              (select sum(p.amount_minor) from posting p where p.entry_id = c.entry_id and p.account_id = c.account_id)
            or (r.gift_date, r.payer_kind, r.payer_name) is distinct from (c.gift_date, c.payer_kind, c.payer_name))`),
      ).toEqual([])
      // What is valid adds up to what the funds were given and still have.
      expect(
        await query(`select account_id from fund_account a where a.account_id in ('${funds.map(({ accountId }) => accountId).join("','")}')
          and (select coalesce(sum(r.amount_minor), 0) from contribution_receipt r where r.account_id = a.account_id and r.state = 'issued')
            <> (select sum(p.amount_minor) from posting p where p.account_id = a.account_id and p.ledger = 'spendable') - 100000`),
      ).toEqual([])
    }),
    { numRuns: propertyRuns({ usual: 2, long: 60 }) },
  )
})
