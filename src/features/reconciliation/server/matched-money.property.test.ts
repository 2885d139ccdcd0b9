import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeAnnouncement } from '../../../testing/factories/make-announcement.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { crashPoints } from '../../../testing/payments/crash-points.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'
import { suspenseCalls } from '../../../testing/payments/suspense-calls.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { bounceContribution, reverseContribution } from '../../contributions/corrections.contract.ts'
import { reversalCategories } from '../../contributions/domain/reversal.ts'
import {
  confirmPostingRequest,
  listPostingRequests,
} from '../../posting-requests/posting-requests.contract.ts'
import type { SuspenseDecision } from '../reconciliation.contract.ts'

// Donors of two funds announce random amounts, and a bank credits random amounts of two payers. Staff match them one to one, one to several
// and several to one, send some back, take contributions back, and file checks that were not paid. Some decide twice at once; some connections are killed in the midst, and
// the person sends the same command again.

let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>
let crashes: Awaited<ReturnType<typeof crashPoints>>
beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
  statements = statementCalls(world)
  crashes = await crashPoints(world.portal.database.admin)
})
afterAll(() => world.stop())

const { gift, items, decide } = suspenseCalls(() => ({ world, statements }))
const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

const which = fc.nat({ max: 20 })
const about = {
  item: which,
  gift: which,
  twice: fc.boolean(),
  crash: fc.option(fc.integer({ min: 1, max: 8 })),
}
const plans = fc.record({
  announced: fc.array(fc.bigInt({ min: 1n, max: 99_99n }), { minLength: 3, maxLength: 6 }),
  credits: fc.array(fc.bigInt({ min: 2n, max: 99_99n }), { minLength: 3, maxLength: 6 }),
  steps: fc.array(
    fc.oneof(
      fc.record({ step: fc.constantFrom('one' as const, 'together' as const), ...about }),
      fc.record({
        step: fc.constant('several' as const),
        percent: fc.integer({ min: 0, max: 100 }),
        ...about,
      }),
      fc.record({ step: fc.constantFrom('returned' as const, 'own' as const), ...about }),
      fc.record({ step: fc.constantFrom(...reversalCategories), ...about }),
      fc.record({ step: fc.constant('bounced' as const), ...about }),
    ),
    { minLength: 5, maxLength: 10 },
  ),
})
const once = { item: 0, gift: 0, twice: false, crash: null }
/** Tried first, so that no run is without a check that was not paid and a contribution that was taken back. */
const withTakenBack: typeof plans extends fc.Arbitrary<infer P> ? P : never = {
  announced: [100n, 200n, 300n],
  credits: [100n, 200n, 300n],
  steps: [
    { step: 'one', ...once },
    { step: 'one', ...once, gift: 1 },
    { step: 'bounced', ...once },
    { step: 'misdirected', ...once },
    { step: 'one', ...once, gift: 2 },
  ],
}
type Step = (typeof plans extends fc.Arbitrary<infer P> ? P : never)['steps'][number]
type Gift = { contributionId: string; transactionId: number; fund: MadeFund; way: 'wire' | 'check' }

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

/** What staff decide about one of the credits that are left; null if there is nothing to decide. */
async function decisionOf(step: Step, gifts: readonly Gift[], references: ReadonlySet<string | null>) {
  const open = (await items()).filter(({ reference }) => references.has(reference))
  const item = pick(open, step.item)
  const given = pick(gifts, step.gift)
  if (!item || !given) return null
  const matched = {
    ...{ end: 'matched' as const, giftDate: isoDate('2026-03-13') },
    contributionNumber: given.transactionId,
  }
  const other = pick(gifts, step.gift + 1)
  const decision: Partial<SuspenseDecision> =
    step.step === 'one'
      ? matched
      : step.step === 'together'
        ? {
            ...matched,
            otherItemIds: open.flatMap(({ itemId }) => (itemId === item.itemId ? [] : [itemId])).slice(0, 2),
          }
        : step.step === 'several'
          ? {
              ...matched,
              shares: [
                {
                  contributionNumber: other?.transactionId ?? 0,
                  amountMinor: 1n + (item.amountMinor * BigInt(step.percent)) / 100n,
                },
              ],
            }
          : { end: step.step === 'returned' ? 'returned' : 'own' }
  return { itemId: item.itemId, decision }
}

const takenBackAs = [...reversalCategories, 'bounced'] as const
type TakenBackAs = (typeof takenBackAs)[number]

const isTakenBack = (step: Step['step']): step is TakenBackAs => takenBackAs.some(each => each === step)

async function run(step: Step, gifts: readonly Gift[], references: ReadonlySet<string | null>) {
  if (isTakenBack(step.step)) return await takeBack(step.step, gifts, step.gift)
  const found = await decisionOf(step, gifts, references)
  if (!found) return
  const key = randomUUID()
  const send = (as: PaymentFixture['one'], own: string) =>
    decide(found.itemId, found.decision, { as, key: own })
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  if (step.crash !== null) await crashes.before(step.crash)
  await Promise.all([send(world.one, key), ...(step.twice ? [send(world.two, randomUUID())] : [])])
  await crashes.stop()
  // Whoever got no answer sends the same command again.
  await send(world.one, key)
  await crashes.retryJobs()
  for (const [said] of errors.mock.calls) expect(String(said)).toMatch(/connection|ECONNRESET/i)
  errors.mockRestore()
}

async function takeBack(how: TakenBackAs, gifts: readonly Gift[], at: number) {
  const received = await query(
    `select contribution_id from contribution where contribution_id = any($1) and state = 'received'`,
    gifts.map(({ contributionId }) => contributionId),
  )
  const given = pick(
    gifts.filter(
      ({ contributionId, way }) =>
        (how !== 'bounced' || way === 'check') &&
        received.some(({ contribution_id: id }) => id === contributionId),
    ),
    at,
  )
  if (!given) return
  const { contributionId, fund } = given
  const params = { fundId: fund.fundId, contributionId }
  const as = { as: world.one.session, fundId: fund.fundId, idempotencyKey: randomUUID() }
  if (how === 'bounced')
    await world.portal.call(bounceContribution, { params, body: command({ reason: 'A test' }) }, as)
  else
    await world.portal.call(
      reverseContribution,
      { params, body: command({ category: how, reason: 'A test' }) },
      as,
    )
  const { reply } = await world.portal.call(listPostingRequests, {}, { as: world.two.session })
  for (const { requestId } of reply.data.filter(({ subjectId }) => subjectId === contributionId))
    await world.portal.call(
      confirmPostingRequest,
      { params: { requestId }, body: command({}) },
      { as: world.two.session, idempotencyKey: randomUUID() },
    )
}

const query = async (sql: string, ...values: unknown[]) =>
  (await world.portal.database.admin.query(sql, values)).rows
const cents = async (sql: string, ...values: unknown[]): Promise<bigint> =>
  BigInt((await query(`select coalesce((${sql}), 0)::text as cents`, ...values))[0].cents)

test(
  'what a bank credited is in funds, in suspense or went back, to the cent, and each receipt is its postings',
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ announced, credits, steps }) => {
        await world.renew()
        const funds = [world.fund, await makeFund(world.portal, { balanceMinor: 1_00n })]
        const gifts: Gift[] = []
        for (const [index, amountMinor] of announced.entries()) {
          const fund = pick(funds, index) ?? world.fund
          // The bank credits the checks of a day as it does wires.
          const way = index % 3 === 2 ? ('wire' as const) : ('check' as const)
          const sent = { way, amountMinor, sentFrom: '', sendsOn: null, note: '' }
          gifts.push({
            ...{ fund, way },
            ...(await makeAnnouncement(world.portal, fund, fund.donor.user.userId, sent)),
          })
        }
        const entries = credits.map(minor => gift((Number(minor) / 100).toFixed(2)))
        await statements.take(statements.message(entries))
        const references = new Set<string | null>(entries.map(({ servicerRef }) => servicerRef ?? null))
        const accountIds = funds.map(({ accountId }) => accountId)
        const spendable = `select sum(spendable_minor) from account_balance where account_id = any($1)`
        const before = await cents(spendable, accountIds)
        for (const step of steps) await run(step, gifts, references)
        await jobsDone(world.portal)

        const ofItems = `select sum(i.amount_minor) from suspense_item i join bank_line l using (book, bank_line_id)
          where l.reference = any($1) and i.state = any($2)`
        const inState = (...states: string[]) => cents(ofItems, [...references], states)
        const givenIds = gifts.map(({ contributionId }) => contributionId)
        const takenBack = await cents(
          `select sum(m.amount_minor) from suspense_match m join contribution c using (book, contribution_id)
            where c.contribution_id = any($1) and c.state in ('reversed', 'bounced')`,
          givenIds,
        )
        const gained = (await cents(spendable, accountIds)) - before
        expect(gained + takenBack + (await inState('open')) + (await inState('returned', 'own'))).toBe(
          credits.reduce((sum, minor) => sum + minor, 0n),
        )
        expect(await inState('matched')).toBe(gained + takenBack)
        expect(
          await query(
            `select c.transaction_id from contribution c where c.contribution_id = any($1) and (c.state = 'received') is distinct from (
                (select sum(r.amount_minor) from contribution_receipt r where r.contribution_id = c.contribution_id and r.state = 'issued')
                is not distinct from coalesce((select sum(p.amount_minor) from posting p
                  where p.entry_id = c.entry_id and p.account_id = c.account_id), -1))`,
            givenIds,
          ),
        ).toEqual([])
      }),
      { numRuns: propertyRuns({ usual: 3, long: 100 }), examples: [[withTakenBack]] },
    )
    const ended = await query(
      `select distinct state from contribution where state in ('bounced', 'reversed') order by 1`,
    )
    expect(ended.map(({ state }) => state)).toEqual(['bounced', 'reversed'])
  },
  propertyTimeoutMs,
)
