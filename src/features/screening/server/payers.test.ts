import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeListEntry } from '../../../testing/factories/make-list-entry.ts'
import { makeReceipt } from '../../../testing/factories/make-receipt.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { listedCharities, newName } from '../../../testing/payments/listed-charities.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { correctContribution } from '../../contributions/corrections.contract.ts'
import { feePostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { stopSentences } from '../domain/finding.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let charities: ReturnType<typeof listedCharities>
let officer: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  charities = listedCharities(world, clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  officer = await makeStaff(world.portal, { firstName: 'Olive', lastName: 'Officer' })
})

const findingsOf = async (name: string) =>
  (await findingCalls(world.portal).list(officer)).filter(({ ourName }) => ourName === name)

/** A contribution to the fund of the fixture that this person or organization has paid. */
async function paidBy(name: string): Promise<void> {
  const { contributionId } = await makeReceipt(world.portal, world.fund)
  await withoutTriggers(
    world.portal.database.admin,
    'update contribution set payer_name = $2 where contribution_id = $1',
    [contributionId, name],
  )
}

const db = () => world.portal.databases.book('npt')
const statusOfAccount = async () => {
  const ofAccount = db().selectFrom('fund_account').where('account_id', '=', world.fund.accountId)
  return (await ofAccount.select('account_status').executeTakeFirstOrThrow()).account_status
}
const paid = () =>
  db()
    .selectFrom('contribution')
    .select('contribution_id as contributionId')
    .where('account_id', '=', world.fund.accountId)
    .executeTakeFirstOrThrow()
/** The answer to a correction that names this payer. */
async function correctedTo(name: string): Promise<number> {
  const attributes = {
    ...{ payer: { kind: 'individual' as const, name, address: null, acceptanceReason: null } },
    ...{ giftDate: isoDate('2026-01-15'), method: 'check' as const, reason: 'As the check says' },
  }
  const { fundId } = world.fund
  const { status } = await world.portal.call(
    correctContribution,
    { params: { fundId, ...(await paid()) }, body: { data: { type: 'command', attributes } } },
    { as: officer.session, fundId },
  )
  return status
}
/** What the ledger says to a fee of an account. */
const feeOutcome = (accountId = world.fund.accountId) =>
  postEntry(db(), {
    ...{ kind: 'administrative_fee', currency: 'USD', effectiveDate: isoDate(paymentTime.today) },
    postings: feePostings(accountId, 1_00n),
    ...{ actorUserId: null, onBehalfOfUserId: null },
  }).then(
    () => 'accepted',
    (error: { constraint?: string }) => error.constraint,
  )

test('a grant from an account waits while the name of who paid a contribution is on a list (§13)', async () => {
  const name = newName()
  await paidBy(name)
  await makeListEntry(world.portal.database, { names: [name] })
  const grantId = await makeGrant(world.portal, world.fund)
  const refused = await world.grants.approve(grantId, world.approver.session)
  expect([refused.status, refused.problem.detail]).toEqual([409, stopSentences.found])
  const [found, ...others] = await findingsOf(name)
  expect(others).toEqual([])
  const { reply } = await findingCalls(world.portal).read(found?.findingId ?? randomUUID(), officer)
  expect(reply).toMatchObject({ grants: [{ grantId }], accounts: [{ fundId: world.fund.fundId }] })
  await findingCalls(world.portal).decide(reply.findingId, 'dismiss', officer)
  expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(200)
})

test('a person of the account who paid is compared once, as that person', async () => {
  const { user } = world.fund.donor
  const name = `${user.firstName} ${user.lastName}`
  await paidBy(name.toUpperCase())
  await makeListEntry(world.portal.database, {
    names: [`${user.lastName}, ${user.firstName}`],
    kind: 'person',
  })
  await charities.screen()
  const { rows } = await world.portal.database.admin.query(
    'select person_id from person_to_screen where account_id = $1',
    [world.fund.accountId],
  )
  expect(rows).toEqual([{ person_id: user.userId }])
})

test('a payer is a kind of its own, and whether one holds an account is asked by an index', async () => {
  const name = newName()
  await paidBy(name)
  await makeListEntry(world.portal.database, { names: [name] })
  await charities.screen()
  const [found] = await findingsOf(name)
  expect(found).toMatchObject({ subjectKind: 'payer', charityId: null })
  // As a connection of the book asks, which sees its own rows alone.
  const { rows } = await db()
    .connection()
    .execute(async connection => {
      await sql`set enable_seqscan = off`.execute(connection)
      const plan = await sql<{ 'QUERY PLAN': string }>`
        explain select from held_account where account_id = ${sql.lit(world.fund.accountId)}::uuid`.execute(
        connection,
      )
      await sql`set enable_seqscan = on`.execute(connection)
      return plan
    })
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/contribution_by_payer|contribution_of_account/)
  expect(plan).not.toMatch(/md5|Function Scan on accounts_of_finding/)
})

test('a payer whom two people confirmed holds the account until two people lift it (§13)', async () => {
  const name = newName()
  await paidBy(name)
  await makeListEntry(world.portal.database, { names: [name] })
  await charities.screen()
  const [found] = await findingsOf(name)
  const second = await makeStaff(world.portal, { firstName: 'Sam', lastName: 'Second' })
  const findings = findingCalls(world.portal)
  const findingId = found?.findingId ?? randomUUID()
  await findings.decide(findingId, 'propose', officer)
  expect(await feeOutcome()).toBe('accepted')
  await findings.decide(findingId, 'confirm', second)
  // Before the job has set the status, and after it.
  expect(await feeOutcome()).toBe('status_accepts_entry')
  await jobsDone(world.portal)
  expect(await statusOfAccount()).toBe('Immobile')
  expect(await feeOutcome()).toBe('status_accepts_entry')
  expect(await feeOutcome((await makeFund(world.portal, {})).accountId)).toBe('accepted')
  // Nobody lifts it by a correction of the name, neither staff nor a fault of the server.
  expect(await correctedTo('Another Trust')).toBe(409)
  const { contributionId } = await paid()
  await expect(
    db()
      .updateTable('contribution')
      .set({
        ...{ payer_name: 'Another Trust', corrections: 1 },
        ...{ corrected_by: officer.user.userId, corrected_at: clock.now() },
      })
      .where('contribution_id', '=', contributionId)
      .execute(),
  ).rejects.toMatchObject({ constraint: 'payer_is_held' })
  expect(await correctedTo(name)).toBe(200)
  await findings.decide(findingId, 'ask-to-lift', second)
  expect(await feeOutcome()).toBe('status_accepts_entry')
  await findings.decide(findingId, 'lift', officer)
  expect(await feeOutcome()).toBe('accepted')
})
