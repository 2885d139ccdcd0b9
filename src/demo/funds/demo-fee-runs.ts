import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { type FeePeriod, periodsUntil } from '../../clients/fee-schedules.ts'
import type { Clock } from '../../domain/clock.ts'
import { addDays, dateOf } from '../../domain/dates.ts'
import { hourMs } from '../../domain/durations.ts'
import { periodText } from '../../features/fees/domain/describe-terms.ts'
import { planFeeRun } from '../../features/fees/server/plan-fee-run.ts'
import { storeFeeRun } from '../../features/fees/server/store-fee-run.ts'
import { postBatch } from '../../features/posting-batches/server/apply-posting-batch.ts'
import { insertLines } from '../../features/posting-batches/server/batch-lines.queries.ts'
import { insertBatch, updateBatch } from '../../features/posting-batches/server/posting-batches.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'
import { batchConfirmer, recordConfirmation } from './demo-batches.ts'

type FeesToCharge = { client: Client; userIds: DemoUserIds; clock: Clock }

/**
 * Charges each period of the client's fee schedules but the last one, which is left to whoever looks at the page Fees: computed, stored and
 * posted as the program does it, entered by one person and confirmed by another soon after the fee was due.
 */
export async function writeDemoFeeRuns(db: Kysely<DB>, about: FeesToCharge): Promise<void> {
  const { client, clock } = about
  const today = dateOf(clock.now(), client.timeZone)
  for (const schedule of client.feeSchedules)
    for (const period of periodsUntil(schedule, today).slice(0, -1))
      await chargePeriod(db, { ...about, schedule: schedule.name, period })
}

async function chargePeriod(
  db: Kysely<DB>,
  { client, userIds, clock, schedule, period }: FeesToCharge & { schedule: string; period: FeePeriod },
): Promise<void> {
  const { book, locale } = client
  const now = clock.now()
  const today = dateOf(now, client.timeZone)
  const at = (hours: number) =>
    new Date(
      Math.min(Date.parse(`${addDays(period.chargedOn, 1)}T14:00:00Z`) + hours * hourMs, now.getTime()),
    )
  const batchId = randomUUIDv7()
  await db.transaction().execute(async trx => {
    const run = await planFeeRun(trx, { schedule, periodFrom: period.from }, { client, book, today })
    const { plan, input } = run
    await insertBatch(trx, {
      batch_id: batchId,
      reference: `${run.schedule.title}, ${periodText(period, locale)}`,
      ...{ source: 'fee-run', input_hash: input.inputHash, line_count: plan.lines },
      ...{ amount_minor: plan.absoluteMinor, kinds: [...plan.kinds] },
      ...{ entered_by: userIds.super, entered_by_name: demoName('super'), entered_at: at(0) },
    })
    await insertLines(trx, batchId, [...plan.rows.each()])
    await storeFeeRun(trx, batchId, run)
    const decided = { enteredAt: at(0), confirmedAt: at(1) }
    await recordConfirmation(trx, { batchId, amountMinor: plan.absoluteMinor, userIds, ...decided })
    await updateBatch(trx, batchId, {
      state: 'applying',
      confirmed_by: userIds[batchConfirmer],
      confirmed_by_name: demoName(batchConfirmer),
      ...{ confirmed_at: at(1), progress_at: at(1) },
    })
  })
  const confirmedAt = { now: () => at(1) }
  const { signal } = new AbortController()
  await postBatch(db, { batchId, currency: book.currency, locale, clock: confirmedAt, signal })
}
