import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { endListEntry, makeListEntry } from '../../../testing/factories/make-list-entry.ts'
import { findingCalls } from '../../../testing/payments/finding-calls.ts'
import { listedCharities, newName } from '../../../testing/payments/listed-charities.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { approverDecision, missingListSentence, ownDecision, stopSentences } from '../domain/finding.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let findings: ReturnType<typeof findingCalls>
let charities: ReturnType<typeof listedCharities>
let officer: Person
let second: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  findings = findingCalls(world.portal)
  charities = listedCharities(world, clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  officer = await makeStaff(world.portal, { firstName: 'Olive', lastName: 'Officer' })
  second = await makeStaff(world.portal, { firstName: 'Sam', lastName: 'Second' })
})

const problemsOf = async (runId: string) =>
  (await world.calls.payments(runId, world.one)).reply.data.map(({ problem }) => problem)

const findingOf = async (name: string) => {
  const found = (await findings.list(officer)).find(({ ourName }) => ourName === name)
  if (!found) throw new Error(`no finding about ${name}`)
  return found
}

describe('a payment to a charity whose name a list has (§13)', () => {
  test('is not approved as a grant, and can be once one person has said that it is another', async () => {
    const { charityId, name } = await charities.make()
    const grantId = await makeGrant(world.portal, world.fund, { charityId })
    const refused = await world.grants.approve(grantId, world.approver.session)
    expect([refused.status, refused.problem.detail]).toEqual([409, stopSentences.found])
    // The refusal rolled back its transaction, and kept the finding.
    const { findingId, score } = await findingOf(name)
    expect(score).toBe(1)
    expect((await findings.read(findingId, officer)).reply).toMatchObject({
      ourName: name,
      entry: { kind: 'organization', programs: ['SDGT'] },
      grants: [{ grantId }],
      steps: [
        { step: 'dismiss', refusal: null },
        { step: 'propose', refusal: null },
      ],
    })
    expect((await findings.decide(findingId, 'dismiss', officer)).reply.state).toBe('dismissed')
    // Nobody approves where they decided.
    const own = await world.grants.approve(grantId, officer.session)
    expect([own.status, own.problem.detail]).toEqual([409, stopSentences['own-decision']])
    expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(200)
  })

  test('waits in a run whose charity a new version names, and leaves after the decision', async () => {
    const charityId = await world.transferCharity()
    const name = newName()
    await charities.rename(charityId, name)
    await world.approved(charityId)
    const runId = await world.createdRun()
    await makeListEntry(world.portal.database, { names: [name] })
    expect((await world.calls.approve(runId, world.two)).status).toBe(409)
    await world.calls.check(runId, world.one)
    expect(await problemsOf(runId)).toEqual([stopSentences.found])
    const { findingId } = await findingOf(name)
    await findings.decide(findingId, 'dismiss', officer)
    await world.calls.check(runId, world.one)
    expect(await problemsOf(runId)).toEqual([null])
    expect((await world.calls.approve(runId, world.two)).status).toBe(200)
    // A version between approval and release, with another entry of that name.
    await makeListEntry(world.portal.database, { names: [name] })
    expect((await world.calls.release(runId, world.one)).problem.detail).toContain(stopSentences.found)
  })

  test('stays stopped when two people confirm it, until two people lift it', async () => {
    const { charityId, name } = await charities.make()
    const grantId = await makeGrant(world.portal, world.fund, { charityId })
    await charities.screen()
    const { findingId } = await findingOf(name)
    expect((await findings.decide(findingId, 'propose', officer)).reply.state).toBe('waiting')
    expect((await findings.decide(findingId, 'confirm', officer)).problem.detail).toBe(ownDecision)
    expect((await findings.decide(findingId, 'confirm', second)).reply).toMatchObject({
      state: 'confirmed',
      reportBy: '2026-03-30',
    })
    // Neither another name nor the end of the entry takes back what two people confirmed.
    await charities.rename(charityId, newName())
    await charities.screen()
    expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(409)
    await findings.decide(findingId, 'ask-to-lift', second)
    expect((await findings.decide(findingId, 'lift', second)).problem.detail).toBe(ownDecision)
    expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(409)
    expect((await findings.decide(findingId, 'lift', officer)).reply.decisions).toHaveLength(4)
    expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(200)
  })

  test('rises again when our name changes, and is gone with its entry', async () => {
    const { charityId, name, number } = await charities.make()
    await makeGrant(world.portal, world.fund, { charityId })
    await charities.screen()
    const first = await findingOf(name)
    await findings.decide(first.findingId, 'dismiss', officer)
    await charities.screen()
    expect((await findings.list(officer)).map(({ ourName }) => ourName)).not.toContain(name)
    await charities.rename(charityId, `The ${name}`)
    await charities.screen()
    const again = await findingOf(`The ${name}`)
    expect(again.findingId).not.toBe(first.findingId)
    await endListEntry(world.portal.database, number)
    await charities.screen()
    expect((await findings.read(again.findingId, officer)).reply.state).toBe('gone')
  })
})

test('a payment from an account with a person whose name a list has waits as well', async () => {
  const { user } = world.fund.donor
  const listed = `${user.lastName.toUpperCase()}, ${user.firstName}`
  const number = await makeListEntry(world.portal.database, { names: [listed], kind: 'person' })
  const { charityId } = await makeCharity(world.portal.databases)
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  const refused = await world.grants.approve(grantId, world.approver.session)
  expect([refused.status, refused.problem.detail]).toEqual([409, stopSentences.found])
  await endListEntry(world.portal.database, number)
  expect((await world.grants.approve(grantId, world.approver.session)).status).toBe(200)
})

test('nobody decides about a finding who approved a grant that depends on it', async () => {
  const charityId = await world.transferCharity()
  const name = newName()
  await charities.rename(charityId, name)
  await world.approved(charityId)
  await makeListEntry(world.portal.database, { names: [name] })
  await charities.screen()
  const { findingId } = await findingOf(name)
  const refused = await findings.decide(findingId, 'dismiss', world.approver)
  expect(refused.problem.detail).toBe(approverDecision)
  expect((await findings.read(findingId, officer)).reply.state).toBe('open')
})

test('of two decisions at once about a finding one is refused', async () => {
  const { charityId, name } = await charities.make()
  await makeGrant(world.portal, world.fund, { charityId })
  await charities.screen()
  const { findingId } = await findingOf(name)
  const answers = await Promise.all([
    findings.decide(findingId, 'dismiss', officer),
    findings.decide(findingId, 'propose', second),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a finding of another realm does not exist', async () => {
  const { charityId, name } = await charities.make()
  await makeGrant(world.portal, world.fund, { charityId })
  await charities.screen()
  const { findingId } = await findingOf(name)
  const stranger = await makeStaff(world.portal, { realm: 'rathbones' })
  expect((await findings.read(findingId, stranger)).status).toBe(404)
  expect((await findings.decide(findingId, 'dismiss', stranger)).status).toBe(404)
})

describe('no path lets a payment leave without the answer', () => {
  test('the database refuses to create one for names that were not compared', async () => {
    const charityId = await world.transferCharity()
    const grantId = await world.approved(charityId)
    const runId = await world.createdRun()
    const db = world.portal.databases.book('npt')
    await charities.rename(charityId, newName())
    const copy = db
      .insertInto('payment')
      .columns(['payment_id', 'run_id', 'grant_id', 'charity_id', 'amount_minor', 'reference'])
      .expression(
        db
          .selectFrom('payment')
          .select(({ val }) => [
            val(randomUUID()).as('payment_id'),
            'run_id',
            'grant_id',
            'charity_id',
            'amount_minor',
            'reference',
          ])
          .where('grant_id', '=', grantId),
      )
    await withoutTriggers(
      world.portal.database.admin,
      `update payment set removed_at = now(), removed_by_name = 'A test', removed_reason = 'A test' where run_id = $1`,
      [runId],
    )
    await expect(copy.execute()).rejects.toMatchObject({ constraint: 'payment_is_cleared' })
    await charities.screen()
    expect(await copy.executeTakeFirst()).toMatchObject({ numInsertedOrUpdatedRows: 1n })
  })

  test('the database refuses to release a run with one', async () => {
    const charityId = await world.transferCharity()
    const name = newName()
    await charities.rename(charityId, name)
    await world.approved(charityId)
    const runId = await world.createdRun()
    await world.calls.approve(runId, world.two)
    await makeListEntry(world.portal.database, { names: [name] })
    const release = world.portal.databases
      .book('npt')
      .updateTable('payment_run')
      .set({ released_at: clock.now(), released_by: world.one.user.userId, released_by_name: 'Carl' })
      .where('run_id', '=', runId)
      .execute()
    await expect(release).rejects.toMatchObject({ constraint: 'payment_is_cleared' })
  })

  test('a book whose list was never imported pays nobody', async () => {
    const { admin } = world.portal.database
    const { charityId } = await makeCharity(world.portal.databases)
    const grantId = await makeGrant(world.portal, world.fund, { charityId })
    await withoutTriggers(admin, `update sanctions_list_version set list = 'uk' where list = 'ofac'`)
    try {
      const refused = await world.grants.approve(grantId, world.approver.session)
      expect([refused.status, refused.problem.detail]).toEqual([409, missingListSentence])
    } finally {
      await withoutTriggers(
        admin,
        `update sanctions_list_version v set list = 'ofac'
           where version_id <> (select max(version_id) from sanctions_list_version)`,
      )
    }
  })
})
