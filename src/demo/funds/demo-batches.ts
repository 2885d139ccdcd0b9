import { hash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addDays } from '../../domain/dates.ts'
import { hourMs } from '../../domain/durations.ts'
import { insertBatch } from '../../features/posting-batches/server/posting-batches.queries.ts'
import { formatMonth } from '../../features/reconciliation/domain/sign-off.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'
import { type BatchOfMonth, listMonthEnds, postBatches } from './demo-batches.queries.ts'

/** Who confirms batches: the entries of them are posted under this name. */
export const batchConfirmer = 'super2'

/**
 * The gains, losses, income and fees of each month of the book’s history as the batches of that time: a file that one person entered on the
 * next day and another confirmed.
 */
export async function writeDemoBatches(
  db: Kysely<DB>,
  { client, userIds, now }: { client: Client; userIds: DemoUserIds; now: Date },
): Promise<void> {
  const confirmer = { userId: userIds[batchConfirmer], name: demoName(batchConfirmer) }
  await db.transaction().execute(async trx => {
    const batches: BatchOfMonth[] = []
    for (const { on, is_fee, lines, amount_minor, kinds } of await listMonthEnds(trx, confirmer.userId)) {
      const batchId = randomUUIDv7()
      const month = formatMonth(on, client.locale)
      const fileName = `${is_fee ? 'fees' : 'gains'}-${on.slice(0, 7)}.csv`
      const enteredAt = new Date(Math.min(Date.parse(`${addDays(on, 1)}T14:00:00Z`), now.getTime()))
      await insertBatch(trx, {
        batch_id: batchId,
        reference: is_fee ? `Fees, ${month}` : `Gains, losses and income, ${month}`,
        source: 'file',
        file_name: fileName,
        input_hash: hash('sha256', `${client.book.name} ${fileName}`),
        line_count: lines,
        ...{ amount_minor, kinds },
        entered_by: userIds.super,
        entered_by_name: demoName('super'),
        entered_at: enteredAt,
      })
      const confirmedAt = new Date(Math.min(enteredAt.getTime() + hourMs, now.getTime()))
      batches.push({ on, is_fee, batchId, confirmedAt })
    }
    await postBatches(trx, batches, confirmer)
  })
}
