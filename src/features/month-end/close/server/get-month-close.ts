import * as z from 'zod/mini'
import type { Reply } from '../../../../contract/endpoint.ts'
import { findWaitingStatements } from '../../../statements/server/make-statements.ts'
import { monthOf } from '../../domain/months.ts'
import type * as contract from '../month-close.contract.ts'
import { storedChecks } from '../month-close.contract.ts'
import { nextToClose } from './check-month.ts'
import type { CloseContext } from './close-context.ts'
import { type CloseRow, listCloses } from './month-close.queries.ts'

export async function getMonthClose(
  _input: unknown,
  context: CloseContext,
): Promise<Reply<typeof contract.getMonthClose>> {
  const closes = await listCloses(context.db)
  const last = closes.find(({ reopened_at }) => reopened_at === null)
  const waiting = await findWaitingStatements(context.db, { book: context.book.name, today: context.today })
  return {
    next: await nextToClose(closes, context),
    data: closes.map(row => closeResponse(row, row === last, context.actor.userId)),
    waitingStatements: waiting && { lastMonth: monthOf(waiting.quarter.to), accounts: waiting.accounts },
  }
}

const closeResponse = (row: CloseRow, isLast: boolean, userId: string): contract.MonthClose => ({
  closeId: row.close_id,
  month: monthOf(row.month),
  byName: row.closed_by_name,
  at: row.closed_at.toISOString(),
  note: row.note,
  checks: z.parse(storedChecks, row.checks),
  reopening:
    row.reopening_by_name === null || row.reopening_at === null || row.reopening_reason === null
      ? null
      : {
          byName: row.reopening_by_name,
          at: row.reopening_at.toISOString(),
          reason: row.reopening_reason,
          isOwn: row.reopening_by === userId,
        },
  reopened:
    row.reopened_by_name === null || row.reopened_at === null
      ? null
      : { byName: row.reopened_by_name, at: row.reopened_at.toISOString() },
  isLast,
})
