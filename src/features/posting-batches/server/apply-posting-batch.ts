import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../../../domain/clock.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import type { DB } from '../../../server/db/schema.ts'
import { task } from '../../../server/jobs/task.ts'
import type { Entry } from '../../ledger/domain/entry.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { outcomesOf, postingsOf } from '../domain/posting-batch.ts'
import {
  type LineToPost,
  listNextLines,
  lockBalances,
  type PostedLine,
  setPosted,
} from './batch-lines.queries.ts'
import { currencyOf } from './currency-of.ts'
import { acceptedBy } from './plan-batch.ts'
import { lockBatch, updateBatch } from './posting-batches.queries.ts'

/** About so many lines are posted in one transaction, all those of some funds, which are locked for well under a second. */
export const linesAtOnce = 250

type BatchToPost = { batchId: string; currency: Currency; locale: string; clock: Clock; signal: AbortSignal }

/**
 * Posts the lines of a confirmed batch, some funds at a time, each with the balances and statuses of now. It goes on until no line waits; a
 * run that was interrupted continues where it stopped, and two runs take turns, so that each line is posted once.
 */
export async function postBatch(
  db: Kysely<DB>,
  { batchId, currency, locale, clock, signal }: BatchToPost,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    if (signal.aborted)
      throw new Error('the server is stopping: the rest of the batch is posted after the next start')
    const last: string | null = await db.transaction().execute(async trx => {
      const batch = await lockBatch(trx, batchId)
      if (batch?.state !== 'applying' || batch.confirmed_by === null) return null
      const lines = await listNextLines(trx, batchId, { state: 'waiting', after, limit: linesAtOnce })
      if (lines.length === 0) {
        await updateBatch(trx, batchId, { state: 'applied', applied_at: clock.now() })
        return null
      }
      await postLines(trx, lines, { batchId, actorUserId: batch.confirmed_by, currency, locale })
      await updateBatch(trx, batchId, { progress_at: clock.now() })
      return lines.at(-1)?.account_id ?? null
    })
    if (last === null) return
    after = last
  }
}

export const applyPostingBatch = task(
  'apply-posting-batch',
  z.object({ client: z.string(), batchId: z.uuid() }),
  async ({ client: name, batchId }, { db, signal, clock, origin, client: clientOf }) => {
    const client = clientOf(name)
    const currency = currencyOf(client, origin)
    await postBatch(db, { batchId, currency, locale: client.locale, clock, signal })
  },
  { slots: 'long' },
)

type Posting = { batchId: string; actorUserId: string; currency: Currency; locale: string }

async function postLines(
  trx: Kysely<DB>,
  lines: readonly LineToPost[],
  { batchId, actorUserId, currency, locale }: Posting,
): Promise<void> {
  const balances = await lockBalances(trx, [...new Set(lines.map(({ account_id: id }) => id))])
  const accepts = await acceptedBy(
    trx,
    [...balances.values()].map(({ account_status: status }) => status),
  )
  const entries: (Entry & { entryId: string })[] = []
  const posted: PostedLine[] = []
  for (const [accountId, ofFund] of Map.groupBy(lines, ({ account_id: id }) => id)) {
    const balance = balances.get(accountId)
    if (!balance) throw new Error('an account of a line exists')
    const { outcomes } = outcomesOf(
      ofFund.map(({ kind, amount_minor: amountMinor }) => ({ kind, amountMinor })),
      { spendableMinor: balance.spendable_minor, excludedMinor: balance.excluded_minor },
      kind => accepts(balance.account_status, kind),
      rest => formatMoney(rest, currency, locale),
    )
    for (const [index, line] of ofFund.entries()) {
      const { postedMinor, note } = outcomes[index] ?? { postedMinor: 0n, note: null }
      const entryId = postedMinor === 0n ? null : randomUUIDv7()
      posted.push({ line: line.line, postedMinor, entryId, note })
      if (entryId === null) continue
      entries.push({
        entryId,
        kind: line.kind,
        currency,
        effectiveDate: line.effective_date,
        ...(line.comment === null ? {} : { comment: line.comment }),
        actorUserId,
        onBehalfOfUserId: null,
        postings: postingsOf(line.kind, accountId, postedMinor),
      })
    }
  }
  await postEntries(trx, entries)
  await setPosted(trx, batchId, posted)
}
