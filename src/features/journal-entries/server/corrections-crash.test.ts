import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { approveTransfer, requestTransfer, reverseTransfer } from '../../transfers/transfers.contract.ts'

// A second person confirms a correction, and the transaction ends as by `kill -9` of the program while it waits at one of its rows. The same
// request comes again with the same key.

let world: PostingWorld
let calls: ReturnType<typeof postingCalls>
let right: MadeFund

beforeAll(async () => {
  world = await startPostingWorld(testClock(postingTime))
  calls = postingCalls(world)
  await world.portal.database.admin.query(
    `create function wait_in_test() returns trigger language plpgsql as $$ begin perform pg_sleep(3600); return new; end $$`,
  )
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  right = await makeFund(world.portal, { balanceMinor: 0n })
})

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const availableOf = (fund: MadeFund) => postingCalls({ ...world, fund }).available()

/** Ends the transaction of a piece of work while it inserts such a row. */
async function endedAt(table: string, when: string, work: () => Promise<unknown>): Promise<void> {
  const { admin } = world.portal.database
  await admin.query(
    `create trigger zz_wait before insert on ${table} for each row when (${when}) execute function wait_in_test()`,
  )
  try {
    const working = work()
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    await expect
      .poll(async () => (await admin.query(waiting)).rows, { timeout: 30_000, interval: 20 })
      .not.toEqual([])
    await admin.query(`select pg_terminate_backend(w.pid) from (${waiting}) w`)
    await working
  } finally {
    await admin.query(`drop trigger zz_wait on ${table}`)
  }
}

const received = async () => (await calls.received(50_00n)).contributionId

/** What asks for each correction, and what the funds have more than at first once it is confirmed. */
const corrections = {
  'a contribution moves': {
    ask: async () => await calls.move(await received(), right.fundId),
    after: { wrongMinor: 0n, rightMinor: 50_00n },
  },
  'a check bounces': {
    ask: async () => await calls.bounce(await received()),
    after: { wrongMinor: 0n, rightMinor: 0n },
  },
  'a transfer is reversed': {
    ask: async () => {
      const { transferId } = (
        await world.portal.call(
          requestTransfer,
          {
            params: { fundId: world.fund.fundId },
            body: command({
              ...{ toFundId: right.fundId, toAccountName: right.accountName },
              ...{ amountMinor: 40_00n, reason: '' },
            }),
          },
          { as: world.fund.donor.session, fundId: world.fund.fundId },
        )
      ).reply
      const as = world.staff.session
      await world.portal.call(approveTransfer, { params: { transferId }, body: command({}) }, { as })
      return await world.portal.call(
        reverseTransfer,
        { params: { transferId }, body: command({ reason: 'A mistake' }) },
        { as },
      )
    },
    after: { wrongMinor: 0n, rightMinor: 0n },
  },
} as const

const rows = [
  ['journal_entry', `new.kind = 'reversal'`, 'its reversal is posted'],
  ['posting', 'new.account_id is not null', 'a fund is credited or debited'],
  ['audit_inbox', `new.kind = 'posting-confirmed'`, 'the confirmation is put on record'],
] as const

test.each(
  Object.keys(corrections).flatMap(name => rows.map(([table, when, what]) => ({ name, table, when, what }))),
)(
  '$name once if its transaction is killed while $what, and the request comes again',
  async ({ name, table, when }) => {
    const { ask, after } = corrections[name as keyof typeof corrections]
    const before = await calls.available()
    expect((await ask()).status).toBe(200)
    const requestId = await calls.requestId()
    const idempotencyKey = randomUUID()
    const confirm = () => calls.confirm(requestId, world.other, { idempotencyKey })
    await endedAt(table, when, confirm)
    expect((await confirm()).status).toBe(200)
    expect((await confirm()).status).toBe(200)
    expect([(await calls.available()) - before, await availableOf(right)]).toEqual([
      after.wrongMinor,
      after.rightMinor,
    ])
    expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])
  },
)
