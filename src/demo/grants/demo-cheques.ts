import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { addDays, dateOf } from '../../domain/dates.ts'
import { dayMs, minuteMs } from '../../domain/durations.ts'
import { approveChecked } from '../../features/payments/server/approve-run.ts'
import { insertBox, voidBlankNumbers } from '../../features/payments/server/cheque-stock.queries.ts'
import { chequeAccount, takeNumbers } from '../../features/payments/server/cheque-stock.ts'
import { recordRunEvent } from '../../features/payments/server/record-run-event.ts'
import { takeOut } from '../../features/payments/server/run-commands.ts'
import { lockRun, updateRun } from '../../features/payments/server/runs.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName, demoPeople } from '../people/demo-users.ts'
import { type AboutRuns, checkOpenRun } from './check-open-runs.ts'
import { findLastChequeNumber, listOpenRuns } from './demo-runs.queries.ts'

/** The client whose staff find a box of cheques. At the others they record the first one. */
const clientWithStock = 'npt'

const chequesOfBox = 250
const spoiledCheques = 2

type About = AboutRuns & { userIds: DemoUserIds }

/**
 * A box of cheques that came yesterday, its first ones spoiled, and the open run of cheques approved and released, so that its cheques can be
 * printed. The numbers follow those that the approvers of earlier runs typed.
 */
export async function writeDemoCheques(db: Kysely<DB>, about: About): Promise<void> {
  const { client, userIds, now } = about
  if (client.name !== clientWithStock) return
  await db.transaction().execute(async trx => {
    const first = ((await findLastChequeNumber(trx)) ?? 100_000n) + 1n
    const by = { userId: userIds.super, name: demoName('super') }
    await insertBox(trx, {
      box_id: randomUUIDv7(),
      bank_account: chequeAccount({ book: client.book, client }),
      first_number: first,
      last_number: first + BigInt(chequesOfBox - 1),
      received_on: addDays(dateOf(now, client.timeZone), -1),
      ...{ recorded_by: by.userId, recorded_by_name: by.name, recorded_at: new Date(now.getTime() - dayMs) },
    })
    const spoiled = { first, last: first + BigInt(spoiledCheques - 1) }
    const reason = 'Creased when the box was opened'
    await voidBlankNumbers(trx, spoiled, { ...by, reason, at: new Date(now.getTime() - dayMs + minuteMs) })
    await releaseOpenRun(trx, about)
  })
}

/** Approves and releases the open run of cheques without the grants that cannot be paid. */
async function releaseOpenRun(trx: Kysely<DB>, about: About): Promise<void> {
  const { client, realmDb, documentFiles, userIds, now } = about
  const open = (await listOpenRuns(trx)).find(({ method }) => method === 'cheque')
  const run = open && (await lockRun(trx, open.run_id))
  if (!run) return
  const clock = { now: () => now }
  const person = (user: 'super' | 'super2') => ({
    actor: { userId: userIds[user], ...demoPeople[user] },
    clock,
  })
  const context = { book: client.book, client, documentFiles, realmDb }
  const checked = await checkOpenRun(trx, run, about)
  const payable = checked.filter(({ problem }) => problem === null)
  if (payable.length === 0) return
  if (payable.length < checked.length) {
    const reason = 'It cannot be paid yet'
    await takeOut(trx, run, { ...person('super'), client }, { paymentIds: 'problems', reason })
    await recordRunEvent(trx, person('super'), run.run_id, 'removed', reason)
  }
  await approveChecked(trx, run, payable, {
    context: { ...context, ...person('super2') },
    paymentOn: run.payment_on,
    taken: await takeNumbers(trx, { count: payable.length, firstCheque: null }, context),
  })
  await updateRun(trx, run.run_id, {
    ...{ released_at: now, released_by: userIds.super, released_by_name: demoName('super') },
  })
  await recordRunEvent(trx, person('super'), run.run_id, 'released')
}
