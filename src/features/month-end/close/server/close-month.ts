import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { formatInstant } from '../../../../domain/dates.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { firstDayOf, lastDayOf, type Month, monthName } from '../../domain/months.ts'
import { sumLedgers } from '../../server/month-end.queries.ts'
import { missingNote } from '../domain/close-checks.ts'
import type * as contract from '../month-close.contract.ts'
import { nextToClose } from './check-month.ts'
import type { CloseContext } from './close-context.ts'
import { getMonthClose } from './get-month-close.ts'
import { insertClose, listCloses, lockMonths } from './month-close.queries.ts'

/**
 * Closes a month beside no entry that is being posted, and keeps its check list and the balance of each ledger account. Throws `conflict` with
 * the sentence if it cannot be closed, its checks have changed, or a colleague was faster, and `validation` where a note is missing.
 */
export async function closeMonth(
  { body }: HandlerInput<typeof contract.closeMonth>,
  context: CloseContext,
): Promise<Reply<typeof contract.closeMonth>> {
  return await inTransaction(context.db, async trx => {
    await close(trx, body.data.attributes, { ...context, db: trx })
    return await getMonthClose({}, { ...context, db: trx })
  })
}

type Close = { month: Month; checksHash: string; note: string | null }

async function close(
  trx: Kysely<DB>,
  { month, checksHash, note }: Close,
  context: CloseContext,
): Promise<void> {
  await lockMonths(trx)
  const closes = await listCloses(trx)
  const closed = closes.find(row => row.reopened_at === null && row.month === firstDayOf(month))
  if (closed)
    throw new Problem('conflict', {
      detail: `${closed.closed_by_name} closed this month on ${formatInstant(closed.closed_at, context.client)}.`,
    })
  const next = await nextToClose(closes, context)
  if (next.month !== month)
    throw new Problem('conflict', {
      detail: `${monthName(next.month, context.client.locale)} is closed next.`,
    })
  if (next.refusal !== null) throw new Problem('conflict', { detail: next.refusal })
  if (next.checksHash !== checksHash)
    throw new Problem('conflict', {
      detail: 'The checks of this month have changed since you saw them. Please look at them again.',
    })
  if (next.needsNote && note === null) throw fieldProblem('note', missingNote)
  const from = firstDayOf(month)
  const sums = await sumLedgers(trx, { from, to: from, lastDay: lastDayOf(month) })
  const balances: Record<string, string> = {}
  for (const { ledger, amount_minor } of sums)
    balances[ledger] = (BigInt(balances[ledger] ?? 0) + amount_minor).toString()
  const { userId, name } = personOf(context.actor)
  await insertClose(trx, {
    ...{ month: from, checks: JSON.stringify(next.checks), balances: JSON.stringify(balances), note },
    ...{ closed_by: userId, closed_by_name: name, closed_at: context.clock.now() },
  })
}
