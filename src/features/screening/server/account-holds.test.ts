import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { isoDate } from '../../../domain/dates.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeAccountHold } from '../../../testing/factories/make-account-hold.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { makeListEntry } from '../../../testing/factories/make-list-entry.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../../testing/factories/make-user.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { setAccountStatus } from '../../account-details/account-status.contract.ts'
import { heldAccount } from '../../accounts/domain/account-status.ts'
import {
  feePostings,
  marketPostings,
  reversedPostings,
  transferPostings,
} from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { stopSentences } from '../domain/finding.ts'
import { holdAccountsOfBook } from './hold-accounts.ts'
import { screenBook } from './screen-everybody.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let findings: ReturnType<typeof findingCalls>
let officer: Person
let second: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  findings = findingCalls(world.portal)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  officer = await makeStaff(world.portal, { firstName: 'Olive', lastName: 'Officer' })
  second = await makeStaff(world.portal, { firstName: 'Sam', lastName: 'Second' })
})

const db = () => world.portal.databases.book('npt')
const setStatus = (fund: MadeFund, accountStatus: 'Active' | 'Immobile' | 'Closed', revision: number) =>
  world.portal.call(
    setAccountStatus,
    {
      params: { accountId: fund.accountId },
      body: {
        data: {
          type: 'command',
          attributes: {
            ...{
              accountStatus,
              revision,
              reason: 'Asked for by letter',
              effectiveDate: isoDate(paymentTime.today),
            },
            ...{ documentSignedDate: null, successorFundId: null },
          },
        },
      },
    },
    { as: officer.session },
  )
const statusOf = async ({ accountId }: MadeFund) =>
  await db()
    .selectFrom('fund_account')
    .select(['account_status', 'revision'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
const post = (
  kind: 'gain' | 'administrative_fee' | 'transfer' | 'reversal',
  postings: ReturnType<typeof feePostings>,
  reversesEntryId?: string,
) =>
  postEntry(db(), {
    ...{ kind, currency: 'USD', effectiveDate: isoDate(paymentTime.today), postings },
    ...{ actorUserId: null, onBehalfOfUserId: null },
    ...(reversesEntryId === undefined ? {} : { reversesEntryId }),
  })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { constraint?: string }) => error.constraint,
  )

const screen = () => screenBook(db(), { book: 'npt', clock, signal: new AbortController().signal })

/** A list names the person, the screening finds them, and two people say that they are the same. */
async function confirmed(user: MadeUser): Promise<string> {
  await makeListEntry(world.portal.database, {
    names: [`${user.lastName.toUpperCase()}, ${user.firstName}`],
    kind: 'person',
  })
  await screen()
  const name = `${user.firstName} ${user.lastName}`
  const found = (await findings.list(officer)).find(({ ourName }) => ourName === name)
  if (!found) throw new Error(`no finding about ${name}`)
  await findings.decide(found.findingId, 'propose', officer)
  await findings.decide(found.findingId, 'confirm', second)
  await jobsDone(world.portal)
  return found.findingId
}

const word = () =>
  `Z${randomBytes(5)
    .toString('hex')
    .replaceAll(/\d/g, digit => 'ghjklmnpqr'.charAt(Number(digit)))}`

/** A viewer of the fund whose name nobody else has. */
async function makeViewer(): Promise<MadeUser> {
  const user = await makeUser(world.portal.databases, { realm: 'npt', firstName: word(), lastName: word() })
  await makeRelationship(world.portal.databases, world.fund, { user, role: 'viewer' })
  return user
}

describe('an account with a confirmed person (§13)', () => {
  test('is immobile at once, whoever may set its status, until two people lift the finding', async () => {
    const viewer = await makeViewer()
    const findingId = await confirmed(viewer)
    expect(await statusOf(world.fund)).toEqual({ account_status: 'Immobile', revision: 2 })
    for (const status of ['Active', 'Closed'] as const) {
      const refused = await setStatus(world.fund, status, 2)
      expect([refused.status, refused.problem.detail]).toEqual([409, heldAccount])
    }
    await findings.decide(findingId, 'ask-to-lift', officer)
    expect((await setStatus(world.fund, 'Active', 2)).status).toBe(409)
    await findings.decide(findingId, 'lift', second)
    expect((await setStatus(world.fund, 'Active', 2)).status).toBe(200)
    // Nothing holds it again.
    await holdAccountsOfBook(db(), 'npt', clock)
    expect(await statusOf(world.fund)).toEqual({ account_status: 'Active', revision: 3 })
  })

  test('stays held after the person has left it, and an account that they join is held too', async () => {
    const viewer = await makeViewer()
    const grantId = await makeGrant(world.portal, world.fund, await makeCharity(world.portal.databases))
    await confirmed(viewer)
    await world.portal.database.admin.query(
      `update account_relationship r set ended_at = now() from party y
       where y.book = r.book and y.party_id = r.party_id and y.user_id = $1`,
      [viewer.userId],
    )
    expect((await setStatus(world.fund, 'Active', 2)).problem.detail).toBe(heldAccount)
    expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(409)
    const { rows } = await world.portal.database.admin.query<{ reason: string }>(
      'select reason from payment_stops($1::uuid[])',
      [[grantId]],
    )
    expect(rows).toEqual([{ reason: 'found' }])
    const joined = await makeFund(world.portal)
    await makeRelationship(world.portal.databases, joined, { user: viewer, role: 'viewer' })
    await screen()
    expect(await statusOf(joined)).toMatchObject({ account_status: 'Immobile' })
  })

  test('loses nothing, not by a fee, a transfer, a reversal or an estate case, but takes results of investments', async () => {
    const other = await makeFund(world.portal, {})
    const { accountId } = world.fund
    const { entryId } = await post('administrative_fee', feePostings(accountId, 1_00n))
    await makeAccountHold(world.portal, world.fund)
    // Before the job has set the status, and after it.
    for (const status of ['Active', 'Immobile']) {
      expect(await statusOf(world.fund)).toMatchObject({ account_status: status })
      expect(await outcome(post('administrative_fee', feePostings(accountId, 1_00n)))).toBe(
        'status_accepts_entry',
      )
      expect(await outcome(post('transfer', transferPostings(accountId, other.accountId, 1_00n)))).toBe(
        'status_accepts_entry',
      )
      const back = reversedPostings(feePostings(accountId, 1_00n))
      expect(await outcome(post('reversal', back, entryId))).toBe('status_accepts_entry')
      expect(await outcome(post('gain', marketPostings(accountId, -1_00n)))).toBe('accepted')
      await holdAccountsOfBook(db(), 'npt', clock)
    }
    const active = db().updateTable('fund_account').set({ account_status: 'Active', revision: 3 })
    expect(await outcome(active.where('account_id', '=', accountId).execute())).toBe('account_is_held')
    // An account that is immobile for another reason pays its fees.
    await setStatus(other, 'Immobile', 1)
    expect(await outcome(post('administrative_fee', feePostings(other.accountId, 1_00n)))).toBe('accepted')
  })

  test('is not distributed by an estate case', async () => {
    const { portal, fund } = world
    const { charityId, name } = await makeCharity(portal.databases)
    await makeLegacyPlan(portal, fund, [{ name, shareHundredths: 10_000, charity_id: charityId }])
    const cases = caseCalls(portal, () => ({ one: world.one, two: world.two }))
    const { caseId } = await cases.confirmedDeath(fund)
    await makeAccountHold(portal, fund)
    const refused = await cases.distribute(caseId)
    expect([refused.status, refused.problem.detail]).toEqual([409, heldAccount])
  })
})

test('its donor reads, byte for byte and as fast, what the donor of an account reads that is immobile for another reason', async () => {
  const { charityId } = await makeCharity(world.portal.databases)
  const [held, immobile] = [
    await makeFund(world.portal, { accountName: 'Wren Fund', balanceMinor: 1_000_00n }),
    await makeFund(world.portal, { accountName: 'Wren Fund', balanceMinor: 1_000_00n }),
  ]
  await makeAccountHold(world.portal, held)
  await holdAccountsOfBook(db(), 'npt', clock)
  await setStatus(immobile, 'Immobile', 1)
  const read = async (fund: MadeFund) => {
    const as = { as: fund.donor.session }
    const overview = await world.portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, as)
    const refused = await recommend(world.portal, fund, recommendation(charityId))
    const { traceId: _own, ...problem } = refused.problem
    const text = JSON.stringify([overview.status, overview.reply, refused.status, problem], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    const { user } = fund.donor
    return [
      String(fund.fundId),
      fund.accountId,
      user.userId,
      user.firstName,
      user.lastName,
      user.email,
    ].reduce((all, own, index) => all.replaceAll(own, `<${index}>`), text)
  }
  expect(await read(held)).toBe(await read(immobile))
  expect(await read(held)).not.toContain(stopSentences.found)
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 12; round++)
    for (const [index, fund] of [held, immobile].entries()) {
      const start = performance.now()
      await read(fund)
      times[index]?.push(performance.now() - start)
    }
  const [one = 0, other = 0] = times.map(of => of.toSorted((a, b) => a - b)[6] ?? 0)
  // Interleaved, so that a busy machine slows both. A path of its own would compare names, which takes many times as long.
  expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(2)
})
