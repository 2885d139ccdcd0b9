import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { marketPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'

// Random plans, balances and excluded assets; successors accept, decline or stay silent; staff distribute, also twice at once, release
// assets, redirect shares, reject grants or pay them; the market moves. Whatever the order: what leaves equals what was there, to the
// penny, and the account ends closed with nothing.

const start = '2025-03-03T15:00:00Z'
const yearLater = '2026-03-04T15:00:00Z'
const clock = testClock(start)
let portal: TestApp
let staff: [Person, Person]
let charities: { charityId: string; name: string }[]

beforeAll(async () => {
  portal = await startTestApp({ clock })
  charities = await Promise.all([1, 2, 3, 4, 5].map(() => makeCharity(portal.databases)))
})
afterAll(() => portal.close())

const calls = () => caseCalls(portal, () => ({ one: staff[0], two: staff[1] }))

const shares = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.boolean()), { minLength: 1, maxLength: 5 })
  .map(parts => {
    const sum = parts.reduce((total, [weight]) => total + weight, 0)
    const hundredths = parts.map(([weight]) => Math.max(1, Math.floor((weight * 10_000) / sum)))
    const rest = 10_000 - hundredths.reduce((total, each) => total + each, 0)
    return parts.map(([, isCharity], index) => ({
      isCharity,
      shareHundredths: (hundredths[index] ?? 0) + (index === 0 ? rest : 0),
    }))
  })

type Step =
  | { kind: 'accept' | 'decline' | 'redirect'; share: number }
  | { kind: 'distribute' | 'distribute-twice' | 'settle' | 'reject' }
  | { kind: 'release' | 'gain' | 'loss'; amountMinor: bigint }

const anyShare = fc.nat(4)
const anyAmount = fc.bigInt(1n, 50_000n)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('accept' as const, 'decline', 'redirect'), share: anyShare }),
  fc.record({ kind: fc.constantFrom('distribute' as const, 'distribute-twice', 'settle', 'reject') }),
  fc.record({ kind: fc.constantFrom('release' as const, 'gain', 'loss'), amountMinor: anyAmount }),
)

type World = { fund: MadeFund; caseId: string; tokens: string[]; marketMinor: bigint }

async function pendingGrants({ fund }: World): Promise<string[]> {
  const { rows } = await portal.database.admin.query<{ grant_id: string }>(
    'select grant_id from grant_recommendation where account_id = $1 and transaction_status_code in (1, 2)',
    [fund.accountId],
  )
  return rows.map(({ grant_id: grantId }) => grantId)
}

async function settle(world: World): Promise<void> {
  for (const grantId of await pendingGrants(world)) {
    // The person who distributed the money recommended it, so the other one approves.
    expect((await grantCalls(portal).approve(grantId, staff[1].session)).status).toBe(200)
    await payGrant(portal, grantId, staff[1])
  }
}

async function redirect(world: World, index: number): Promise<void> {
  const { caseId } = world
  const share = (await calls().show(caseId)).shares[index]
  if (!share) return
  const to = index % 2 === 0 ? {} : { charityId: charities[index]?.charityId ?? null }
  const entered = await calls().redirect({ caseId, shareId: share.shareId }, to)
  if (entered.status !== 200) return
  const redirectionId = entered.reply.shares[index]?.redirection?.redirectionId ?? ''
  await calls().confirmRedirection({ caseId, shareId: share.shareId, redirectionId })
}

async function market(world: World, signedMinor: bigint): Promise<void> {
  const { spendableMinor } = await calls().show(world.caseId)
  if (signedMinor < 0n && spendableMinor < -signedMinor) return
  await postEntry(portal.databases.book('npt'), {
    kind: signedMinor > 0n ? 'gain' : 'loss',
    currency: 'USD',
    effectiveDate: '2025-03-03' as IsoDate,
    postings: marketPostings(world.fund.accountId, signedMinor),
    actorUserId: null,
    onBehalfOfUserId: null,
  })
  world.marketMinor += signedMinor
}

async function take(world: World, next: Step): Promise<void> {
  const { caseId, tokens } = world
  switch (next.kind) {
    case 'accept':
      await calls().accept(tokens[next.share] ?? 'x'.repeat(43))
      return
    case 'decline':
      await calls().decline(tokens[next.share] ?? 'x'.repeat(43))
      return
    case 'redirect':
      return await redirect(world, next.share)
    case 'distribute':
      await calls().distribute(caseId)
      return
    case 'distribute-twice':
      await Promise.all([calls().distribute(caseId), calls().distribute(caseId)])
      return
    case 'settle':
      return await settle(world)
    case 'reject': {
      const [grantId] = await pendingGrants(world)
      if (grantId) await grantCalls(portal).reject(grantId, staff[1].session, 'Not now')
      return
    }
    case 'release':
      await calls().release(caseId, next.amountMinor)
      return
    case 'gain':
      return await market(world, next.amountMinor)
    case 'loss':
      return await market(world, -next.amountMinor)
  }
}

/** A year later staff decide about every share that is still open, sell every asset, and carry the case out to its end. */
async function finish(world: World): Promise<CaseDetails> {
  clock.set(yearLater)
  staff = [await makeStaff(portal), await makeStaff(portal)]
  const { caseId } = world
  const open = await calls().show(caseId)
  if ('handOver' in open.commands) return (await calls().handOver(caseId)).reply
  for (const index of open.shares.keys()) await redirect(world, index)
  if (open.excludedMinor > 0n) await calls().release(caseId, open.excludedMinor)
  await calls().distribute(caseId)
  await settle(world)
  return (await calls().close(caseId)).reply
}

test('pays out exactly the fund’s money and ends at zero, for any sequence of commands', {
  timeout: propertyTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      shares,
      fc.bigInt(1n, 1_000_000n),
      fc.option(fc.bigInt(1n, 100_000n), { nil: 0n }),
      fc.array(step, { maxLength: 12 }),
      async (plan, spendableMinor, excludedMinor, steps) => {
        clock.set(start)
        staff = [await makeStaff(portal), await makeStaff(portal)]
        const fund = await makeFund(portal, { balanceMinor: 0n })
        await makeContribution(portal.databases, fund, spendableMinor, { on: '2025-01-15' as IsoDate })
        if (excludedMinor > 0n)
          await makeContribution(portal.databases, fund, excludedMinor, {
            into: 'excluded',
            on: '2025-01-15' as IsoDate,
          })
        await makeLegacyPlan(
          portal,
          fund,
          plan.map(({ isCharity, shareHundredths }, index) => {
            const charity = charities[index]
            return isCharity && charity
              ? { name: charity.name, shareHundredths, charity_id: charity.charityId }
              : {
                  name: `Successor ${index}`,
                  shareHundredths,
                  email: `s${index}.${fund.fundId}@people.example`,
                }
          }),
        )
        const { caseId } = (await calls().openDeath(fund)).reply
        const confirmed = (await calls().confirm(caseId)).reply
        const tokens: string[] = []
        for (const { shareId, designation } of confirmed.shares)
          tokens.push(designation === 'individual' ? await calls().linkOf(fund, shareId) : 'x'.repeat(43))
        const world: World = { fund, caseId, tokens, marketMinor: 0n }
        for (const next of steps) await take(world, next)
        const ended = await finish(world)
        const total = spendableMinor + excludedMinor + world.marketMinor
        if (ended.outcome === 'handed-over') {
          expect(ended.spendableMinor + ended.excludedMinor).toBe(total)
          return
        }
        expect(ended).toMatchObject({ outcome: 'closed', accountStatus: 'Closed' })
        expect(ended.spendableMinor + ended.excludedMinor + ended.pendingMinor).toBe(0n)
        expect(ended.shares.reduce((sum, { paidMinor }) => sum + paidMinor, 0n)).toBe(total)
        const { rows } = await portal.database.admin.query<{ sum: string }>(
          `select coalesce(sum(amount_minor), 0)::text as sum from posting where account_id = $1 and section in (2, 8)`,
          [fund.accountId],
        )
        expect(BigInt(rows[0]?.sum ?? 0)).toBe(-total)
      },
    ),
    { numRuns: propertyRuns({ usual: 4, long: 200 }) },
  )
})
