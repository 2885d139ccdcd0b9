import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../../testing/clock.ts'
import { makeFund, type Person } from '../../../../testing/factories/make-fund.ts'
import { returnOf } from '../../../../testing/grants/grant-calls.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../../testing/posting-world.ts'
import { verifyLedger } from '../../../ledger/server/verify-ledger.ts'
import { getGrant } from '../../grants.contract.ts'
import {
  clearGrant,
  reissueGrant,
  rejectGrant,
  returnGrant,
  reverseReturn,
} from '../staff-commands.contract.ts'
import { getStaffGrant } from '../staff-grants.contract.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const message = 'The bank’s notice was about another charity.'
const shown = async (grantId: string) =>
  (await world.portal.call(getStaffGrant, { params: { grantId } }, { as: world.staff.session })).reply
const takeBack = (grantId: string, entryId: string, as: Person = world.staff, key: string = randomUUID()) =>
  world.portal.call(
    reverseReturn,
    { params: { grantId }, body: command({ entryId, message }) },
    { as: as.session, idempotencyKey: key },
  )
const giveBack = (grantId: string, returnedMinor: bigint, remainingMinor: bigint, bankReference: string) =>
  world.portal.call(
    returnGrant,
    {
      params: { grantId },
      body: command(returnOf(world.portal, { returnedMinor, remainingMinor, bankReference })),
    },
    { as: world.staff.session },
  )
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const isSound = async () =>
  expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])

test('a return that was recorded by mistake is taken back by two people, and the grant is what it was before', async () => {
  const grantId = await calls.paidGrant(500_00n)
  await world.portal.call(
    clearGrant,
    { params: { grantId }, body: command({ reason: null }) },
    { as: world.staff.session },
  )
  const before = await calls.available()
  await giveBack(grantId, 100_00n, 500_00n, 'A-1')
  await giveBack(grantId, 400_00n, 400_00n, 'B-2')
  const { returns, commands } = await shown(grantId)
  expect(returns.map(({ amountMinor, reference }) => [amountMinor, reference])).toEqual([
    [100_00n, 'A-1'],
    [400_00n, 'B-2'],
  ])
  expect(commands.reverseReturn).toBeNull()
  const [wrong, right] = returns.map(({ entryId }) => entryId)
  const key = randomUUID()
  const twice = await Promise.all([
    takeBack(grantId, wrong ?? '', world.staff, key),
    takeBack(grantId, wrong ?? '', world.staff, key),
  ])
  expect(statuses(twice)).toEqual([200, 200])
  expect((await takeBack(grantId, right ?? '')).status).toBe(409)
  const id = await calls.requestId()
  expect((await calls.confirm(id, world.staff)).problem.type).toMatch(/access-denied$/)
  expect(statuses(await Promise.all([calls.confirm(id), calls.confirm(id)]))).toEqual([200, 409])
  expect(await calls.available()).toBe(before + 400_00n)
  expect(await shown(grantId)).toMatchObject({ state: 'Partly returned', returnedMinor: 400_00n })
  expect((await takeBack(grantId, wrong ?? '')).problem.detail).toContain('already been taken back')

  await takeBack(grantId, right ?? '')
  await calls.confirm(await calls.requestId())
  expect(await calls.available()).toBe(before)
  const after = await shown(grantId)
  expect(after).toMatchObject({ state: 'Received by the charity', returnedMinor: 0n, returns: [] })
  expect(after.commands).not.toHaveProperty('reverseReturn')
  const { steps } = (
    await world.portal.call(
      getGrant,
      { params: { fundId: world.fund.fundId, grantId } },
      { as: world.fund.donor.session },
    )
  ).reply
  expect(steps.at(-1)).toMatchObject({ transition: 'reverse-return', message })
  // The right return may have the same reference and amount as the wrong one.
  expect((await giveBack(grantId, 100_00n, 500_00n, 'A-1')).reply.state).toBe('Partly returned')
  await isSound()
})

test('a return stays where its money was granted again, the grant was reissued, or it is another grant’s', async () => {
  const grantId = await calls.paidGrant(300_00n)
  await giveBack(grantId, 300_00n, 300_00n, 'A-1')
  const entryId = (await shown(grantId)).returns[0]?.entryId ?? ''
  const available = await calls.available()
  const granted = await calls.approvedGrant(available - 10_00n)
  expect((await takeBack(grantId, entryId)).problem.detail).toContain('already granted')
  await calls.cancel(granted)
  await calls.confirm(await calls.requestId())

  const other = await calls.paidGrant(400_00n)
  expect((await takeBack(other, entryId)).status).toBe(404)
  expect((await takeBack(grantId, randomUUID())).status).toBe(404)
  const stranger = await makeFund(world.portal)
  expect((await takeBack(grantId, entryId, stranger.donor)).status).toBe(400)

  await world.portal.call(
    reissueGrant,
    { params: { grantId }, body: command({ reason: 'Its bank details were wrong' }) },
    { as: world.staff.session },
  )
  expect((await takeBack(grantId, entryId)).problem.detail).toContain('reissued')
  const { commands, reissuedAs } = await shown(grantId)
  expect(commands).not.toHaveProperty('reverseReturn')
  // Once the new grant is rejected, the return can be taken back.
  await world.portal.call(
    rejectGrant,
    {
      params: { grantId: reissuedAs?.grantId ?? '' },
      body: command({ reason: null, message: 'Not needed' }),
    },
    { as: world.other.session },
  )
  expect((await takeBack(grantId, entryId)).status).toBe(200)
  await isSound()
})
