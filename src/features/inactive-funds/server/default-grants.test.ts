import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { dayMs } from '../../../domain/durations.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeAccountHold } from '../../../testing/factories/make-account-hold.ts'
import { makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { type InactiveFundState, makeInactiveFund } from '../../../testing/factories/make-inactive-fund.ts'
import { inactiveFundCalls } from '../../../testing/inactive-fund-calls.ts'
import { killedAt } from '../../../testing/killed-at.ts'
import { getStaffGrant } from '../../grants/review/staff-grants.contract.ts'
import { feePostings } from '../../ledger/domain/postings.ts'

const clock = testClock('2026-11-20T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let calls: ReturnType<typeof inactiveFundCalls>
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock })
  one = await makeStaff(portal)
  two = await makeStaff(portal)
  calls = inactiveFundCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  fund = await makeFund(portal)
})

const bring = (state: InactiveFundState) => makeInactiveFund(portal, fund, { state, by: one })
const grantsOf = async () =>
  (
    await portal.database.admin.query<{ grant_id: string; amount_minor: string }>(
      'select grant_id, amount_minor from grant_recommendation where account_id = $1',
      [fund.accountId],
    )
  ).rows
const available = async () => (await calls.show(one, fund.accountId)).reply.availableMinor
const logsIn = (by: Person, at: Date) =>
  recordAuditEvent(portal.databases.realm('npt'), {
    kind: 'signed-in',
    userId: by.user.userId,
    at,
    address: '192.0.2.7',
    detail: {},
  })

test('one proposes and another confirms, which makes one grant that is reviewed as any other', async () => {
  await bring('term-over')
  const proposed = await calls.propose(one, fund.accountId)
  expect(proposed.status).toBe(200)
  const [proposal] = proposed.reply.defaultGrants?.data ?? []
  expect(proposal).toMatchObject({ state: 'proposed', amountMinor: 300_00n })
  expect(await grantsOf()).toEqual([])
  const id = proposal?.defaultGrantId ?? ''
  const own = await calls.confirm(one, fund.accountId, id)
  expect(own.status).toBe(400)
  expect(own.problem.detail).toContain('someone else has to confirm it')
  const key = randomUUID()
  const before = await available()
  const confirmed = await calls.confirm(two, fund.accountId, id, key)
  expect(confirmed.status).toBe(200)
  expect((await calls.confirm(two, fund.accountId, id, key)).status).toBe(200)
  expect((await calls.confirm(two, fund.accountId, id)).status).toBe(409)
  const made = await grantsOf()
  expect(made).toHaveLength(1)
  expect(await available()).toBe(before - 300_00n)
  expect(confirmed.reply.defaultGrants?.data[0]).toMatchObject({
    state: 'confirmed',
    grantId: made[0]?.grant_id,
  })
  const { reply } = await portal.call(
    getStaffGrant,
    { params: { grantId: made[0]?.grant_id ?? '' } },
    { as: two.session },
  )
  expect(reply.transactionStatusCode).toBe(1)
  expect(
    JSON.stringify(reply, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).toContain('Default grant of the sponsor, proposed by Prudence Gale: No one answered')
  // A grant of the sponsor is no act of the fund's people: the fund still waits for one.
  expect((await calls.show(one, fund.accountId)).reply.lastGrantOn).toBeNull()
  expect((await calls.propose(one, fund.accountId)).problem.detail).toContain(
    'Another one needs another letter',
  )
})

test('of two who confirm at once one makes the grant', async () => {
  const { defaultGrantId } = await bring('proposed')
  const three = await makeStaff(portal)
  const answers = await Promise.all([
    calls.confirm(two, fund.accountId, defaultGrantId),
    calls.confirm(three, fund.accountId, defaultGrantId),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await grantsOf()).toHaveLength(1)
})

test.each(['grant_recommendation', 'posting', 'grant_history_entry'])(
  'is made whole or not at all if the program is killed while it is confirmed, at a row of %s',
  {
    timeout: 60_000,
  },
  async table => {
    const { defaultGrantId } = await bring('proposed')
    const before = await available()
    const { host, port, database } = portal.database.connection
    const { accountId } = fund
    await killedAt(portal.database, {
      ...{ table, when: 'true', script: 'src/testing/default-grant-program.ts' },
      args: [
        JSON.stringify({
          server: { host, port, database },
          ...{ accountId, defaultGrantId, userId: two.user.userId, now: clock.now().toISOString() },
        }),
      ],
    })
    expect(await grantsOf()).toEqual([])
    const { reply } = await calls.show(one, accountId)
    expect(reply.availableMinor).toBe(before)
    expect(reply.defaultGrants?.data).toMatchObject([{ state: 'proposed', grantId: null }])
    const key = randomUUID()
    const again = [
      await calls.confirm(two, accountId, defaultGrantId, key),
      await calls.confirm(two, accountId, defaultGrantId, key),
    ]
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    expect(await grantsOf()).toMatchObject([{ amount_minor: '30000' }])
    expect(await available()).toBe(before - 300_00n)
  },
)

test('of two who propose at once one proposal waits', async () => {
  await bring('term-over')
  const answers = await Promise.all([
    calls.propose(one, fund.accountId),
    calls.propose(two, fund.accountId, 200_00n),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a grant that a donor recommends while it is confirmed comes first, or finds less', async () => {
  const { defaultGrantId } = await bring('proposed')
  const [confirmed] = await Promise.all([
    calls.confirm(two, fund.accountId, defaultGrantId),
    makeGrant(portal, fund, { amountMinor: 500_00n }),
  ])
  const made = await grantsOf()
  expect([200, 409]).toContain(confirmed.status)
  expect(made).toHaveLength(confirmed.status === 200 ? 2 : 1)
})

test('none before a letter, before its term is over, or on its last day', async () => {
  const refused = async () => (await calls.propose(one, fund.accountId)).problem.detail
  expect(await refused()).toContain('No letter has been sent')
  await bring('letter')
  expect(await refused()).toContain('to answer the last letter')
  const { reply } = await calls.show(one, fund.accountId)
  expect(reply.termEndsOn).toBe('2027-11-20')
  expect(reply.defaultGrants?.refusal).toContain('November 20, 2027')
  clock.set('2027-11-20T15:00:00Z')
  const late = { one: await makeStaff(portal) }
  expect((await calls.propose(late.one, fund.accountId)).status).toBe(409)
  clock.set('2027-11-21T15:00:00Z')
  const later = await makeStaff(portal)
  expect((await calls.propose(later, fund.accountId)).status).toBe(200)
  clock.set('2026-11-20T15:00:00Z')
})

test.each(['grant', 'answer', 'login'] as const)('a donor’s act ends the term: %s', async act => {
  const { defaultGrantId } = await bring('proposed')
  if (act === 'grant') await makeGrant(portal, fund, {})
  if (act === 'answer') await calls.record(one, fund.accountId, 'answer')
  if (act === 'login') {
    await logsIn(fund.donor, new Date(clock.now().getTime() - dayMs))
    await expect.poll(async () => (await calls.show(one, fund.accountId)).reply.answer?.kind).toBe('login')
  }
  const { reply } = await calls.show(two, fund.accountId)
  expect(reply.answer?.kind).toBe(act)
  expect(reply.defaultGrants?.data[0]?.refusal).toContain('without a default grant')
  const confirmed = await calls.confirm(two, fund.accountId, defaultGrantId)
  expect(confirmed.status).toBe(409)
  expect((await calls.propose(two, fund.accountId)).status).toBe(409)
  expect(await grantsOf()).toHaveLength(act === 'grant' ? 1 : 0)
})

test('a login before the letter, and one of the advisor’s or staff’s, ends no term', async () => {
  const { defaultGrantId } = await bring('proposed')
  await logsIn(fund.donor, new Date(clock.now().getTime() - 1000 * dayMs))
  await logsIn(one, clock.now())
  expect((await calls.confirm(two, fund.accountId, defaultGrantId)).status).toBe(200)
})

test('another letter begins another term, and the proposal of the last one is declined', async () => {
  const { defaultGrantId } = await bring('proposed')
  await bring('letter')
  expect((await calls.confirm(two, fund.accountId, defaultGrantId)).status).toBe(409)
  expect((await calls.decline(one, fund.accountId, defaultGrantId)).status).toBe(200)
  expect((await calls.decline(one, fund.accountId, defaultGrantId)).status).toBe(409)
  expect((await calls.show(one, fund.accountId)).reply.defaultGrants?.data[0]).toMatchObject({
    state: 'declined',
    decisionReason: 'They called us',
  })
})

test('not above the available balance, nor to a charity that lost its status', async () => {
  await bring('term-over')
  expect((await calls.propose(one, fund.accountId, 10_000_01n)).status).toBe(400)
  const setCode = (code: string) =>
    portal.database.admin.query('update charity set foundation = $2 where charity_id = $1', [
      npt.inactiveFunds.defaultGrant.charityId,
      code,
    ])
  await setCode('04')
  expect((await calls.propose(one, fund.accountId)).status).toBe(409)
  await setCode('15')
  const proposed = await calls.propose(one, fund.accountId, 10_000_00n)
  const id = proposed.reply.defaultGrants?.data[0]?.defaultGrantId ?? ''
  // A fee is charged in the meantime.
  await makeEntry(portal.databases, fund, {
    kind: 'administrative_fee',
    postings: feePostings(fund.accountId, 1_00n),
  })
  expect((await calls.confirm(two, fund.accountId, id)).status).toBe(409)
  expect(await grantsOf()).toEqual([])
})

test('not from a fund that a finding holds, and the proposal waits', async () => {
  const { defaultGrantId } = await bring('proposed')
  await makeAccountHold(portal, fund)
  expect([400, 404]).toContain((await calls.confirm(two, fund.accountId, defaultGrantId)).status)
  expect(await grantsOf()).toEqual([])
})

test('knows no fund and no proposal of another fund or book, and each step is in the audit log', async () => {
  await bring('term-over')
  const other = await makeFund(portal, { book: 'rathbones' })
  expect((await calls.propose(one, other.accountId)).status).toBe(404)
  const { reply } = await calls.propose(one, fund.accountId)
  const id = reply.defaultGrants?.data[0]?.defaultGrantId ?? ''
  const elsewhere = await makeFund(portal)
  await makeInactiveFund(portal, elsewhere, { state: 'term-over', by: one })
  expect((await calls.confirm(two, elsewhere.accountId, id)).status).toBe(404)
  expect((await calls.decline(two, elsewhere.accountId, id)).status).toBe(404)
  expect((await calls.confirm(two, fund.accountId, id)).status).toBe(200)
  const kinds = async () =>
    (
      await portal.database.admin.query<{ kind: string }>(
        `select kind from audit_event where detail ->> 'accountId' = $1 order by seq`,
        [fund.accountId],
      )
    ).rows.map(({ kind }) => kind)
  await expect.poll(kinds).toEqual(['grants-default-proposed', 'grants-default-confirmed'])
})

test('the database refuses one person for both steps, and a second grant of a letter', async () => {
  const { defaultGrantId, stepId } = await bring('proposed')
  const db = portal.databases.book('npt')
  const decide = (by: Person) =>
    db
      .updateTable('default_grant')
      .set({
        ...{ state: 'confirmed', decided_by: by.user.userId, decided_by_name: 'Prudence Gale' },
        ...{ decided_at: clock.now(), grant_id: randomUUID() },
      })
      .where('default_grant_id', '=', defaultGrantId)
      .execute()
  await expect(decide(one)).rejects.toThrow('two_people_for_a_default')
  expect((await calls.confirm(two, fund.accountId, defaultGrantId)).status).toBe(200)
  await expect(decide(two)).rejects.toThrow()
  const again = db.insertInto('default_grant').values({
    ...{
      account_id: fund.accountId,
      letter_id: stepId,
      charity_id: npt.inactiveFunds.defaultGrant.charityId,
    },
    ...{ charity_name: 'ORCHARD', amount_minor: 1n, reason: 'Again', proposed_by: one.user.userId },
    ...{ proposed_by_name: 'Prudence Gale', proposed_at: clock.now() },
  })
  await again.execute()
  const [grant] = await grantsOf()
  await expect(
    portal.database.admin.query(
      `update default_grant set state = 'confirmed', decided_by = $2, decided_by_name = 'A', decided_at = now(), grant_id = $3
        where account_id = $1 and state = 'proposed'`,
      [fund.accountId, two.user.userId, grant?.grant_id],
    ),
  ).rejects.toThrow()
})
