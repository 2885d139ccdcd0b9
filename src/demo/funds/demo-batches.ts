import { hash, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { addDays, formatDate } from '../../domain/dates.ts'
import { hourMs } from '../../domain/durations.ts'
import { withListCommas } from '../../domain/local-english.ts'
import { insertBatch } from '../../features/posting-batches/server/posting-batches.queries.ts'
import { insertRequest } from '../../features/posting-requests/server/posting-requests.queries.ts'
import { formatMonth } from '../../features/reconciliation/domain/sign-off.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName } from '../people/demo-users.ts'
import { type BatchKey, listBatchesToMake, type MadeBatch, postBatches } from './demo-batches.queries.ts'

/** Who confirms batches: the entries of them are posted under this name. */
export const batchConfirmer = 'super2'

const titles = {
  gains: 'Gains, losses{,} and income',
  fees: 'Fees',
  assets: 'Excluded assets',
  other: 'Other activity',
} as const satisfies Record<BatchKey['part'], string>

/** Gains and fees come once a month; the others when something happens. */
const isMonthly = (part: BatchKey['part']) => part === 'gains' || part === 'fees'

/**
 * The gains, losses, income and fees of each month of the book’s history, what became of assets, and other activity, as the batches of
 * that time: a file that one person entered on the next day and another confirmed.
 */
export async function writeDemoBatches(
  db: Kysely<DB>,
  { client, userIds, now }: { client: Client; userIds: DemoUserIds; now: Date },
): Promise<void> {
  const confirmer = { userId: userIds[batchConfirmer], name: demoName(batchConfirmer) }
  await db.transaction().execute(async trx => {
    const batches: MadeBatch[] = []
    for (const { on, part, lines, amount_minor, kinds } of await listBatchesToMake(trx, confirmer.userId)) {
      const batchId = randomUUIDv7()
      const fileName = `${part}-${isMonthly(part) ? on.slice(0, 7) : on}.csv`
      const enteredAt = new Date(Math.min(Date.parse(`${addDays(on, 1)}T14:00:00Z`), now.getTime()))
      const of = isMonthly(part) ? formatMonth(on, client.locale) : formatDate(on, client.locale)
      await insertBatch(trx, {
        batch_id: batchId,
        reference: `${withListCommas(titles[part], client.locale)}, ${of}`,
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
      await recordConfirmation(trx, { batchId, amountMinor: amount_minor, userIds, enteredAt, confirmedAt })
      batches.push({ on, part, batchId, confirmedAt })
    }
    await postBatches(trx, batches, confirmer)
  })
}

type Confirmation = {
  batchId: string
  amountMinor: bigint
  userIds: DemoUserIds
  enteredAt: Date
  confirmedAt: Date
}

/** Records that the second person confirmed a batch that was entered; the list of batches shows what became of each. */
export async function recordConfirmation(
  trx: Kysely<DB>,
  { batchId, amountMinor, userIds, enteredAt, confirmedAt }: Confirmation,
): Promise<void> {
  await insertRequest(trx, {
    ...{ request_id: randomUUIDv7(), kind: 'posting-batch', subject_id: batchId, account_id: null },
    ...{ amount_minor: amountMinor, input: '{}', state: 'confirmed' },
    ...{ requested_by: userIds.super, requested_by_name: demoName('super'), requested_at: enteredAt },
    decided_by: userIds[batchConfirmer],
    decided_by_name: demoName(batchConfirmer),
    decided_at: confirmedAt,
  })
}
