import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { Problem } from '../../../contract/problems.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { type Transition, transitions } from '../../grants/domain/grant-status.ts'
import { transitionGrant } from '../../grants/server/transition-grant.ts'
import { screenGrants } from '../../screening/server/payment-stops.ts'
import { readFigures } from './statement-figures.ts'

// Grants go through random transitions on random days. The statement of any range then adds up, section by section.

// More than the 400 days of the longest sequence ago: the database refuses an entry that counts later than tomorrow.
const start = '2025-03-17' as IsoDate
const clock = testClock(`${start}T15:00:00Z`)
let portal: TestApp
let staff: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp({ clock })
  staff = await makeStaff(portal)
  charityId = (await makeCharity(portal.databases)).charityId
})
afterAll(() => portal.close())

const step = fc.record({
  days: fc.integer({ min: 0, max: 20 }),
  which: fc.nat({ max: 1 }),
  what: fc.constantFrom(
    ...([
      'approve',
      'approve',
      'approve',
      'pay',
      'pay',
      'pay',
      'pay',
      'pay',
      'return',
      'reject-payment',
    ] as const),
    ...transitions,
  ),
})
type Step = { days: number; which: number; what: Transition }

/** Refusals of the state machine are part of the test; anything else is not. */
const refused = (failure: unknown) => {
  if (!(failure instanceof Problem)) throw failure
  return false
}

async function take(fund: MadeFund, grants: readonly string[], { which, what }: Step): Promise<boolean> {
  const grantId = grants.at(-1 - which)
  if (grantId === undefined) return false
  const now = clock.now()
  if (what === 'pay') {
    const db = portal.databases.book('npt')
    const { transaction_status_code: status } = await db
      .selectFrom('grant_recommendation')
      .select('transaction_status_code')
      .where('grant_id', '=', grantId)
      .executeTakeFirstOrThrow()
    const { payments } = await db
      .selectFrom('payment')
      .select(({ fn }) => fn.countAll<bigint>().as('payments'))
      .where('grant_id', '=', grantId)
      .executeTakeFirstOrThrow()
    // A payment that was put back is paid again only after the bank's refusal is recorded.
    if (status !== 3 || BigInt(payments) > 0n) return false
    await payGrant(portal, grantId, staff, { book: 'npt' })
    return true
  }
  const { userId, firstName, lastName } = staff.user
  const today = dateOf(now, npt.timeZone)
  const returned = {
    returnedMinor: 100_00n,
    bankReturn: { reference: null, on: today, isAnother: true, remainingMinor: null },
  }
  const db = portal.databases.book('npt')
  if (what === 'approve')
    await screenGrants(db, [grantId], { book: 'npt', at: now, requester: portalOf(npt) })
  return await transitionGrant(
    db,
    fund.accountId,
    {
      grantId,
      transition: what,
      reason: 'A test',
      message: 'A test',
      actor: { userId, name: `${firstName} ${lastName}`, side: 'sponsor' },
      ...(what === 'return' ? returned : {}),
    },
    { client: npt, book: npt.book, today, now, requireVerification: () => {} },
  ).then(() => true, refused)
}

const returned: Step[] = (['approve', 'pay', 'return'] as const).map(what => ({ days: 5, which: 0, what }))

test('a statement adds up in each section, for any range after any transitions on any days', {
  timeout: 240_000,
}, async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async steps => {
      clock.set(`${start}T15:00:00Z`)
      const fund = await makeFund(portal, { balanceMinor: 100_000_00n })
      const grants: string[] = []
      // On the first day, because a donor's session does not last for weeks.
      for (let made = 0; made < 2; made += 1)
        grants.push(await makeGrant(portal, fund, { charityId, amountMinor: 250_00n, repeatConfirmed: true }))
      let today = start
      for (const each of steps) {
        today = addDays(today, each.days)
        clock.set(`${today}T15:00:00Z`)
        if (await take(fund, grants, each)) reached.add(each.what)
      }
      for (let to = start; to <= today; to = addDays(to, 3)) {
        const { sections, summary } = await readFigures(
          portal.databases.book('npt'),
          fund.accountId,
          { from: addDays(to, -9), to },
          { timeZone: npt.timeZone },
        )
        const pending = sections.find(({ section }) => section === 11)
        const shownMinor = (pending?.rows ?? []).reduce((sum, { amount }) => sum + amount, 0n)
        expect(shownMinor).toBe(summary.pendingMinor)
      }
    }),
    // The first sequence, so that a return is always among them.
    { numRuns: 25, examples: [[returned]] },
  )
  expect([...reached]).toEqual(expect.arrayContaining(['approve', 'pay', 'return']))
})
