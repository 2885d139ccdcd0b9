import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { task } from '../../../server/jobs/task.ts'
import { concernedDay } from '../../ledger/domain/corrections.ts'
import type { Entry } from '../../ledger/domain/entry.ts'
import { reversedPostings } from '../../ledger/domain/postings.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { changeOf, postingsOf } from '../domain/posting-batch.ts'
import { linesAtOnce } from './apply-posting-batch.ts'
import {
  type LineToPost,
  listNextLines,
  lockBalances,
  type ReversedLine,
  setLinesReversed,
} from './batch-lines.queries.ts'
import { currencyOf } from './currency-of.ts'
import { acceptedBy } from './plan-batch.ts'
import { lockBatch, updateBatch } from './posting-batches.queries.ts'

const notReversed = {
  status: 'The account’s status does not allow the reversal.',
  excluded: 'The fund’s excluded assets were released meanwhile.',
} as const

/** Reverses the lines of a batch, some funds at a time, as `applyPostingBatch` posted them. What cannot be reversed says why. */
export const reverseBatchLines = task(
  'reverse-posting-batch',
  z.object({ client: z.string(), batchId: z.uuid() }),
  async ({ client: name, batchId }, { db, signal, clock, origin, client: clientOf }) => {
    const client = clientOf(name)
    const currency = currencyOf(client, origin)
    let after: string | null = null
    for (;;) {
      if (signal.aborted)
        throw new Error('the server is stopping: the rest of the batch is reversed after the next start')
      const last: string | null = await db.transaction().execute(async trx => {
        const batch = await lockBatch(trx, batchId)
        if (batch?.state !== 'reversing') return null
        const lines = await listNextLines(trx, batchId, { state: 'posted', after, limit: linesAtOnce })
        if (lines.length === 0) {
          await updateBatch(trx, batchId, { state: 'reversed', reversed_at: clock.now() })
          return null
        }
        const { reversal_confirmed_by: actorUserId, reversal_reason: reason } = batch
        if (actorUserId === null || reason === null) throw new Error('a reversal has a person and a reason')
        const today = dateOf(clock.now(), client.timeZone)
        await reverseLines(trx, lines, { batchId, actorUserId, reason, currency, today })
        await updateBatch(trx, batchId, { progress_at: clock.now() })
        return lines.at(-1)?.account_id ?? null
      })
      if (last === null) return
      after = last
    }
  },
  { slots: 'long' },
)

type Reversing = {
  batchId: string
  actorUserId: string
  reason: string
  currency: Currency
  today: IsoDate
}

async function reverseLines(
  trx: Kysely<DB>,
  lines: readonly LineToPost[],
  { batchId, actorUserId, reason, currency, today }: Reversing,
): Promise<void> {
  const balances = await lockBalances(trx, [...new Set(lines.map(({ account_id: id }) => id))])
  const accepts = await acceptedBy(
    trx,
    [...balances.values()].map(({ account_status: status }) => status),
    true,
  )
  const excluded = new Map([...balances].map(([id, { excluded_minor: amountMinor }]) => [id, amountMinor]))
  const entries: (Entry & { entryId: string })[] = []
  const reversed: ReversedLine[] = []
  for (const each of lines) {
    const { line, account_id: accountId, kind, posted_minor: postedMinor, entry_id: entryId } = each
    const balance = balances.get(accountId)
    if (!balance || postedMinor === null || entryId === null) throw new Error('a posted line has an entry')
    const excludedAfter = (excluded.get(accountId) ?? 0n) - changeOf(kind, postedMinor).excludedMinor
    const note = !accepts(balance.account_status, kind)
      ? notReversed.status
      : excludedAfter < 0n
        ? notReversed.excluded
        : null
    if (note !== null) {
      reversed.push({ line, reversalEntryId: null, note })
      continue
    }
    excluded.set(accountId, excludedAfter)
    const reversalEntryId = randomUUIDv7()
    reversed.push({ line, reversalEntryId, note: null })
    entries.push({
      entryId: reversalEntryId,
      kind: 'reversal',
      currency,
      effectiveDate: today,
      ...concernedDay(each.effective_date, today),
      reversesEntryId: entryId,
      comment: reason,
      actorUserId,
      onBehalfOfUserId: null,
      postings: reversedPostings(postingsOf(kind, accountId, postedMinor)),
    })
  }
  await postEntries(trx, entries)
  await setLinesReversed(trx, batchId, reversed)
}
