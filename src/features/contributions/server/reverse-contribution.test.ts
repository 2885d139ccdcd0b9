import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { makeFund } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof postingCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock)
  calls = postingCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index))

describe('the reversal of a contribution', () => {
  test('takes two people whatever its amount, posts the exact reversal once and tells the donors', async () => {
    const before = await calls.available()
    const { contributionId } = await calls.received(1_00n)
    expect((await calls.reverse(contributionId)).status).toBe(200)
    expect((await calls.reverse(contributionId, world.other)).problem.detail).toContain(
      'waits for a second person',
    )
    expect(await calls.available()).toBe(before + 1_00n)
    const [request] = await calls.waiting()
    expect(request).toMatchObject({
      kind: 'reverse-contribution',
      amountMinor: 1_00n,
      reason: 'It was for another fund',
    })
    const id = await calls.requestId()
    expect((await calls.confirm(id, world.staff)).status).toBe(400)
    expect(statuses(await Promise.all(times(4, () => calls.confirm(id))))).toEqual([200, 409, 409, 409])
    expect(await calls.available()).toBe(before)
    expect(await calls.contribution(contributionId)).toMatchObject({ state: 'reversed', mayReverse: false })
    expect((await calls.reverse(contributionId)).problem.detail).toContain('already been reversed')
    await jobsDone(world.portal)
    const { rows } = await world.portal.database.admin.query(
      `select e.kind, (select count(*)::int from outgoing_mail m where m.book = 'npt' and m.account_id = c.account_id and m.kind = 'contribution-reversed') as mails
        from contribution c join journal_entry e on e.book = c.book and e.entry_id = c.reversal_entry_id
          and e.reverses_entry_id = c.entry_id where c.contribution_id = $1`,
      [contributionId],
    )
    expect(rows).toEqual([{ kind: 'reversal', mails: 1 }])
  })

  test.each([
    ['mistake', 'was entered by mistake', 'We entered contribution'],
    ['misdirected', 'was not for us', 'was not meant for us'],
    ['not-accepted', 'was not accepted', 'We did not accept contribution'],
  ] as const)('says that it is taken back because it was: %s', async (category, comment, sentence) => {
    const { contributionId } = await calls.received(1_00n)
    expect((await calls.reverse(contributionId, world.staff, world.fund, category)).status).toBe(200)
    const [request] = await calls.waiting()
    expect(request?.details).toEqual({ category })
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    await jobsDone(world.portal)
    const { rows } = await world.portal.database.admin.query(
      `select c.reversal_category, e.comment, m.body from contribution c
          join journal_entry e on e.book = c.book and e.entry_id = c.reversal_entry_id
          join outgoing_mail m on m.book = c.book and m.account_id = c.account_id and m.kind = 'contribution-reversed'
        where c.contribution_id = $1`,
      [contributionId],
    )
    expect(rows).toMatchObject([{ reversal_category: category, comment: expect.stringContaining(comment) }])
    expect(rows[0].body.replaceAll(/\s+/g, ' ')).toContain(sentence)
  })

  test('is refused for what was not received, of another world.fund, granted already, or in a closed fund', async () => {
    const { contributionId: expected } = await makeExpectedContribution(world.portal, world.fund, {
      at: clock.now(),
    })
    expect((await calls.reverse(expected)).problem.detail).toContain('Only a contribution that was received')
    const { contributionId } = await calls.received(10_000_00n)
    expect((await calls.reverse(contributionId, world.staff, await makeFund(world.portal))).status).toBe(404)
    await makeGrant(world.portal, world.fund, { amountMinor: 1_005_000_00n })
    expect((await calls.reverse(contributionId)).problem.detail).toContain('available balance is less')
    world.fund = await makeFund(world.portal, { balanceMinor: 0n })
    const { contributionId: spent } = await calls.received(1_000_00n)
    await calls.paidGrant(1_000_00n)
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Closed')
    // No command changes a closed account.
    expect((await calls.reverse(spent)).problem.type).toMatch(/access-denied$/)
    expect(await calls.contribution(spent)).toMatchObject({
      mayReverse: false,
      reverseViolation: expect.stringContaining('Open it again'),
    })
    expect(await calls.waiting()).toEqual([])
  })

  test('corrects an immobile account too, and takes nothing below zero there', async () => {
    const before = await calls.available()
    const { contributionId } = await calls.received(10_000_00n)
    const { contributionId: granted } = await calls.received(11_000_00n)
    const grantId = await makeGrant(world.portal, world.fund, { amountMinor: 1_015_000_00n })
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Immobile')
    expect((await calls.reverse(granted)).problem.detail).toContain('available balance is less')
    await grantCalls(world.portal).reject(grantId, world.staff.session, 'Not now')
    expect(await calls.reverse(granted)).toMatchObject({ status: 200 })
    expect(await calls.confirm(await calls.requestId())).toMatchObject({ status: 200 })
    expect(await calls.reverse(contributionId)).toMatchObject({ status: 200 })
    expect(await calls.confirm(await calls.requestId())).toMatchObject({ status: 200 })
    expect(await calls.available()).toBe(before)
  })

  test('is refused when the account was closed meanwhile, with what world.staff do instead', async () => {
    world.fund = await makeFund(world.portal, { balanceMinor: 0n })
    const { contributionId } = await calls.received(1_000_00n)
    await calls.reverse(contributionId)
    await calls.paidGrant(1_000_00n)
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Closed')
    expect((await calls.confirm(await calls.requestId())).problem.detail).toContain('Open it again')
    expect(await calls.waiting()).toHaveLength(1)
  })
})
