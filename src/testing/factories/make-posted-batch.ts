import { randomUUID } from 'node:crypto'
import type { IsoDate } from '../../domain/dates.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { MadeFund } from './make-fund.ts'

/**
 * A batch that was posted, whose only line, of the fund, was left out; `by` entered it. With `isStalled` its job was given up. Returns its id.
 */
export async function makePostedBatch(
  databases: Databases,
  { book, accountId }: Pick<MadeFund, 'book' | 'accountId'>,
  { by, reference, isStalled = false }: { by: string; reference: string; isStalled?: boolean },
): Promise<string> {
  const batchId = randomUUID()
  const [enteredBy, confirmedBy] = [
    { id: by, name: 'A colleague' },
    { id: randomUUID(), name: 'Another colleague' },
  ]
  const at = new Date(isStalled ? '2026-01-01T12:00:00Z' : Date.now())
  const db = databases.book(book)
  await db
    .insertInto('posting_batch')
    .values({
      batch_id: batchId,
      reference,
      file_name: 'gains.csv',
      input_hash: Buffer.from(randomUUID().replaceAll('-', '').repeat(2)).toString('latin1'),
      line_count: 1,
      amount_minor: 1_00n,
      kinds: ['gain'],
      entered_by: enteredBy.id,
      entered_by_name: enteredBy.name,
      entered_at: at,
    })
    .execute()
  await db
    .insertInto('posting_batch_line')
    .values({
      ...{ batch_id: batchId, line: 2, account_id: accountId, kind: 'gain' },
      ...{ effective_date: '2026-02-02' as IsoDate, amount_minor: 1_00n, comment: null },
    })
    .execute()
  await db
    .insertInto('posting_request')
    .values({
      request_id: randomUUID(),
      kind: 'posting-batch',
      subject_id: batchId,
      account_id: null,
      amount_minor: 1_00n,
      input: '{}',
      state: 'confirmed',
      requested_by: enteredBy.id,
      requested_by_name: enteredBy.name,
      requested_at: at,
      decided_by: confirmedBy.id,
      decided_by_name: confirmedBy.name,
      decided_at: at,
    })
    .execute()
  await db
    .updateTable('posting_batch_line')
    .set({ state: 'left-out', note: 'The account’s status does not allow it.' })
    .where('batch_id', '=', batchId)
    .execute()
  const update = (columns: object) =>
    db.updateTable('posting_batch').set(columns).where('batch_id', '=', batchId).execute()
  await update({
    ...{ state: 'applying', confirmed_by: confirmedBy.id },
    ...{ confirmed_by_name: confirmedBy.name, confirmed_at: at, progress_at: at },
  })
  if (!isStalled) await update({ state: 'applied', applied_at: at })
  return batchId
}
