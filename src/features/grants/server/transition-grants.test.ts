import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { growthOfQueries } from '../../../testing/count-queries.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { type SetTransition, transitionGrants } from './transition-grants.ts'

let portal: TestApp
let fund: MadeFund
let staff: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
  fund = await makeFund(portal, { balanceMinor: 1_000_000_00n })
  charityId = (await makeCharity(portal.databases)).charityId
})
afterAll(() => portal.close())

const makeGrants = async (count: number): Promise<string[]> =>
  await Promise.all(
    Array.from({ length: count }, async () =>
      makeGrant(portal, fund, {
        charityId,
        amountMinor: 300_00n,
        approvedBy: staff,
        repeatConfirmed: true,
      }),
    ),
  )

const move = async (grantIds: readonly string[], transition: SetTransition): Promise<void> =>
  await portal.databases
    .book('npt')
    .transaction()
    .execute(async trx =>
      transitionGrants(trx, grantIds, {
        transition,
        by: { userId: staff.user.userId, name: 'Ada Winslow' },
        reason: 'Payment run 12',
        at: new Date('2026-03-16T15:00:00Z'),
        locale: 'en-US',
      }),
    )

/** The status of each grant, and its latest step. */
async function statesOf(grantIds: readonly string[]) {
  const { rows } = await portal.database.admin.query<{ status: number; transition: string; from: number }>(
    `select g.transaction_status_code as status, h.transition, h.from_status_code as from
     from grant_recommendation g join lateral (
       select * from grant_history_entry h where h.grant_id = g.grant_id order by step desc limit 1) h on true
     where g.grant_id = any($1::uuid[])`,
    [grantIds],
  )
  return rows
}

test('moves all grants, with a step in the history of each', async () => {
  const grantIds = await makeGrants(3)
  await move(grantIds, 'schedule')
  expect(await statesOf(grantIds)).toEqual(
    grantIds.map(() => ({ status: 4, transition: 'schedule', from: 3 })),
  )
  await move(grantIds, 'unschedule')
  expect(await statesOf(grantIds)).toEqual(
    grantIds.map(() => ({ status: 3, transition: 'unschedule', from: 4 })),
  )
})

test('moves none where the state of one does not allow it', async () => {
  const grantIds = await makeGrants(2)
  await move(grantIds.slice(0, 1), 'schedule')
  await expect(move(grantIds, 'unschedule')).rejects.toMatchObject({ code: 'conflict' })
  expect((await statesOf(grantIds)).map(({ status }) => status).sort()).toEqual([3, 4])
})

test('moves none where one is on hold, or its fund may not pay', async () => {
  const grantIds = await makeGrants(2)
  await portal.database.admin.query(
    `insert into grant_hold (book, hold_id, grant_id, reason, held_by, held_by_name, held_at)
     select book, gen_random_uuid(), grant_id, 'A question', recommended_by, 'Ada Winslow', now() from grant_recommendation where grant_id = $1`,
    [grantIds[0]],
  )
  await expect(move(grantIds, 'schedule')).rejects.toMatchObject({ code: 'conflict' })
  await portal.database.admin.query(
    `update grant_hold set released_at = now(), released_by = held_by, released_by_name = held_by_name, release_reason = 'Answered'
     where grant_id = $1`,
    [grantIds[0]],
  )
  const setStatus = async (status: string) =>
    await withoutTriggers(
      portal.database.admin,
      `update fund_account set account_status = '${status}' where account_id = '${fund.accountId}'`,
    )
  await setStatus('Immobile')
  await expect(move(grantIds, 'schedule')).rejects.toMatchObject({ code: 'conflict' })
  await setStatus('Active')
  expect((await statesOf(grantIds)).map(({ status }) => status)).toEqual([3, 3])
})

test('refuses a grant that the book does not have', async () => {
  const grantIds = await makeGrants(1)
  await expect(move([...grantIds, '018f0000-0000-7000-8000-000000000000'], 'schedule')).rejects.toMatchObject(
    { code: 'not-found' },
  )
  expect((await statesOf(grantIds)).map(({ status }) => status)).toEqual([3])
})

test('asks the database as often for many grants as for one', async () => {
  const grown = await growthOfQueries([1, 12], async size => {
    const grantIds = await makeGrants(size)
    return async () => await move(grantIds, 'schedule')
  })
  expect(grown).toBe(0)
})
