import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { Problem } from '../../../contract/problems.ts'
import { addDays, type IsoDate } from '../../../domain/dates.ts'
import { violates } from '../../../server/db/violates.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testSource } from '../../../testing/command-source.ts'
import { type MadeAccount, makeAccount } from '../../../testing/factories/make-account.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution, makeEntry } from '../../../testing/factories/make-contribution.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../testing/factories/make-user.ts'
import { type GrantStage, stateMachine } from '../../../testing/grants/grant-stages.ts'
import { type Command, command, lastDay } from '../../../testing/grants/ledger-commands.ts'
import { type ModelFund, modelFund } from '../../../testing/grants/ledger-model.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { getStatement } from '../../fund-activity/fund-activity.contract.ts'
import { recommendGrant } from '../../grants/server/recommend-grant.ts'
import { transitionGrant } from '../../grants/server/transition-grant.ts'
import { screenGrants } from '../../screening/server/payment-stops.ts'
import type { EntryKind } from '../domain/entry.ts'
import {
  contributionPostings,
  excludedReleasePostings,
  feePostings,
  marketPostings,
  otherPostings,
  type Posting,
  transferPostings,
} from '../domain/postings.ts'

let portal: TestApp
let charity: MadeCharity
let donor: MadeUser
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp()
  charity = await makeCharity(portal.databases)
  donor = await makeUser(portal.databases)
  session = await portal.sessionFor(donor)
})
afterAll(() => portal.close())
const firstDay = '2026-01-01' as IsoDate

type Fund = { account: MadeAccount; model: ModelFund }
type Grant = {
  fund: Fund
  grantId: string
  amountMinor: bigint
  stage: GrantStage
  returnedMinor: bigint
}
type World = { funds: [Fund, Fund]; grants: Grant[]; today: IsoDate }

/** Records an entry, or expects the violation that the model predicts. Returns whether it was recorded. */
async function record(
  world: World,
  fund: Fund,
  kind: EntryKind,
  postings: Posting[],
  violation: string | null,
) {
  const recorded = makeEntry(portal.databases, fund.account, {
    kind,
    postings,
    on: world.today,
    comment: 'why',
  })
  if (violation === null) await recorded
  else expect(violates(await recorded.catch((error: unknown) => error), violation), violation).toBe(true)
  return violation === null
}

const settings = (world: World, userId: string) => ({
  requireVerification: () => {},
  source: testSource(userId),
  ...{ client: npt, book: npt.book, today: world.today },
  now: new Date(`${world.today}T15:00:00Z`),
  actor: { userId, name: 'Margaret Ellison', side: 'fund' as const },
  otherBook: null,
})

async function recommend(world: World, fund: Fund, amountMinor: bigint): Promise<void> {
  const recommendation = {
    charityId: charity.charityId,
    amountMinor,
    purposeCode: 'where_needed' as const,
    purposeText: null,
    benefitAnswer: null,
    namingCode: 'fund_only' as const,
    certified: true,
    repeatConfirmed: true,
    idempotencyKey: randomUUID(),
  }
  const db = portal.databases.book('npt')
  const result = recommendGrant(db, fund.account.accountId, recommendation, settings(world, donor.userId))
  if (amountMinor > fund.model.holdings().spendableMinor) {
    await expect(result).rejects.toMatchObject({
      code: 'validation',
      errors: { amountMinor: expect.anything() },
    })
    return
  }
  world.grants.push({ fund, grantId: await result, amountMinor, stage: 'recommended', returnedMinor: 0n })
  fund.model.move({ date: world.today, section: 11, spendableMinor: -amountMinor, pendingMinor: amountMinor })
}

const nextTransition = {
  recommended: 'approve',
  approved: 'pay',
  paid: 'return',
  partly: 'return',
  over: 'return',
} as const

async function move(world: World, what: Extract<Command, { kind: 'move' }>): Promise<void> {
  const grant = world.grants[what.grant % Math.max(world.grants.length, 1)]
  if (!grant) return
  const transition = what.step === 'next' ? nextTransition[grant.stage] : what.step
  const rule = stateMachine[transition]
  const leftMinor = grant.amountMinor - grant.returnedMinor
  const returnedMinor = what.backMinor > leftMinor ? leftMinor : what.backMinor
  const { actor, ...transitionSettings } = settings(world, randomUUID())
  if (transition === 'approve')
    await screenGrants(portal.databases.book('npt'), [grant.grantId], {
      ...{ book: 'npt', at: transitionSettings.now, requester: portalOf(npt) },
    })
  const result =
    transition === 'pay'
      ? payGrant(
          portal,
          grant.grantId,
          { user: { userId: randomUUID(), firstName: 'Petra', lastName: 'Payer' } },
          { on: world.today },
        )
      : transitionGrant(
          portal.databases.book('npt'),
          grant.fund.account.accountId,
          {
            ...{ grantId: grant.grantId, transition, actor, message: 'because', returnedMinor },
            bankReturn: { reference: null, on: world.today, isAnother: true, remainingMinor: null },
          },
          transitionSettings,
        )
  if (!rule.from.includes(grant.stage)) {
    const problem = await result.catch((error: unknown) => error)
    expect(problem instanceof Problem && problem.code).toBe('conflict')
    return
  }
  await result
  grant.stage = rule.to
  if (rule.movement === 'back') {
    grant.returnedMinor += returnedMinor
    // The rest can still be returned.
    if (grant.returnedMinor < grant.amountMinor) grant.stage = 'partly'
  }
  const { model } = grant.fund
  const date = world.today
  if (rule.movement === 'free')
    model.move({ date, section: 11, spendableMinor: grant.amountMinor, pendingMinor: -grant.amountMinor })
  if (rule.movement === 'pay') model.move({ date, section: 2, pendingMinor: -grant.amountMinor })
  if (rule.movement === 'back') model.move({ date, section: 6, spendableMinor: returnedMinor })
}

async function execute(world: World, what: Command): Promise<void> {
  if (what.kind === 'move') return move(world, what)
  const fund = world.funds[what.fund === 0 ? 0 : 1]
  const { model } = fund
  const { accountId } = fund.account
  const date = world.today
  const { excludedMinor } = model.holdings()
  const belowZero = (change: bigint) =>
    excludedMinor + change < 0n ? 'pending_and_excluded_not_negative' : null
  switch (what.kind) {
    case 'recommend':
      return recommend(world, fund, what.dollars * 100n)
    case 'contribute':
      await record(
        world,
        fund,
        'contribution_cash',
        contributionPostings(accountId, what.amount, what.ledger),
        null,
      )
      return model.move({ date, section: 1, [`${what.ledger}Minor`]: what.amount })
    case 'market': {
      const refused = what.ledger === 'excluded' ? belowZero(what.signed) : null
      if (await record(world, fund, 'gain', marketPostings(accountId, what.signed, what.ledger), refused))
        model.move({ date, section: 3, [`${what.ledger}Minor`]: what.signed })
      return
    }
    case 'fee':
      await record(world, fund, 'administrative_fee', feePostings(accountId, what.amount), null)
      return model.move({ date, section: 5, spendableMinor: -what.amount })
    case 'other':
      await record(world, fund, 'other', otherPostings(accountId, what.signed), null)
      return model.move({ date, section: 4, spendableMinor: what.signed })
    case 'exclude': {
      const restricted: Posting[] = [
        { ledger: 'spendable', accountId, section: 9, amountMinor: -what.amount },
        { ledger: 'excluded', accountId, section: 9, amountMinor: what.amount },
      ]
      await record(world, fund, 'exclude', restricted, null)
      return model.move({ date, section: 9, spendableMinor: -what.amount, excludedMinor: what.amount })
    }
    case 'release':
      if (
        await record(
          world,
          fund,
          'release',
          excludedReleasePostings(accountId, what.amount),
          belowZero(-what.amount),
        )
      )
        model.move({ date, section: 9, spendableMinor: what.amount, excludedMinor: -what.amount })
      return
    case 'transfer': {
      const to = world.funds[what.fund === 0 ? 1 : 0]
      const postings = transferPostings(accountId, to.account.accountId, what.amount)
      const refused = what.amount > model.holdings().spendableMinor ? 'available_balance_not_negative' : null
      if (!(await record(world, fund, 'transfer', postings, refused))) return
      model.move({ date, section: 8, spendableMinor: -what.amount })
      return to.model.move({ date, section: 7, spendableMinor: what.amount })
    }
  }
}

async function checkBalances({ funds }: World): Promise<void> {
  for (const { account, model } of funds) {
    const { rows } = await portal.database.admin.query(
      `select coalesce(b.spendable_minor, 0)::text as spendable, coalesce(b.excluded_minor, 0)::text as excluded,
         coalesce(b.pending_minor, 0)::text as pending,
         (select coalesce(json_object_agg(ledger, total), '{}') from (select ledger, sum(amount_minor)::text as total
           from posting where account_id = $1 group by ledger) p) as posted
       from fund_account a left join account_balance b using (book, account_id) where a.account_id = $1`,
      [account.accountId],
    )
    const { spendableMinor, excludedMinor, pendingMinor } = model.holdings()
    const held = { spendable: `${spendableMinor}`, excluded: `${excludedMinor}`, pending: `${pendingMinor}` }
    const zero = { spendable: '0', excluded: '0', pending: '0' }
    const { posted, ...stored } = rows[0]
    expect(stored).toEqual(held)
    expect({ ...zero, ...posted }).toEqual(held)
  }
}

async function checkStatement({ funds }: World, from: IsoDate, to: IsoDate): Promise<void> {
  for (const { account, model } of funds) {
    const request = { params: { fundId: account.fundId }, query: { from, to } }
    const { reply } = await portal.call(getStatement, request, { as: session })
    const { bySection, ...summary } = model.statement(from, to)
    const totals = Object.fromEntries(reply.sections.map(each => [each.section, each.totalMinor]))
    expect(reply.summary).toEqual(summary)
    expect(totals).toEqual({ ...bySection, 0: summary.beginningMinor, 10: summary.endingMinor })
    const flows = [1, 2, 3, 4, 5, 6, 7, 8].reduce((all, section) => all + (totals[section] ?? 0n), 0n)
    expect(summary.beginningMinor + flows).toBe(totals[10])
    expect((totals[10] ?? 0n) - (totals[11] ?? 0n) - (totals[9] ?? 0n)).toBe(summary.availableMinor)
  }
}

async function newFund(): Promise<Fund> {
  const account = await makeAccount(portal.databases, { openedOn: firstDay })
  await makeRelationship(portal.databases, account, { user: donor })
  const model = modelFund()
  await makeContribution(portal.databases, account, 5_000_00n, { on: firstDay })
  model.move({ date: firstDay, section: 1, spendableMinor: 5_000_00n })
  return { account, model }
}

test('keeps balances equal to the sums of postings, and statements exact, for any sequence of commands (§12)', {
  timeout: propertyTimeoutMs,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(command, { minLength: 20, maxLength: 60, size: 'max' }),
    async commands => {
      const world: World = { funds: [await newFund(), await newFund()], grants: [], today: firstDay }
      for (const { daysLater, range, what } of commands) {
        const next = addDays(world.today, daysLater)
        if (next <= addDays(firstDay, lastDay)) world.today = next
        await execute(world, what)
        await checkBalances(world)
        const [from, to] = [Math.min(...range), Math.max(...range)]
        await checkStatement(world, addDays(firstDay, from), addDays(firstDay, to))
      }
    },
  )
  await fc.assert(property, { numRuns: propertyRuns({ usual: 4, long: 150 }), endOnFailure: true })
})
