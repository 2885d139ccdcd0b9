import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../book-checks.contract.ts'
import { checkParts } from '../domain/check-parts.ts'
import { type CheckRow, countUnanswered, listCheckRows } from './book-checks.queries.ts'

const days = 14

/** The checks of the last two weeks, and those that nobody has answered. */
export async function listBookChecks(
  _input: unknown,
  { db }: ContextOf<typeof contract.listBookChecks>,
): Promise<Reply<typeof contract.listBookChecks>> {
  const rows = await listCheckRows(db, { days })
  return { data: rows.map(toResponse), unanswered: await countUnanswered(db) }
}

const toResponse = (row: CheckRow): contract.BookCheck => ({
  checkId: row.check_id,
  day: row.day,
  checkedAt: row.checked_at.toISOString(),
  compared: checkParts.flatMap(part => {
    const rows = row.compared[part]
    return rows === undefined ? [] : [{ part, rows }]
  }),
  differenceCount: row.difference_count,
  differences: row.differences,
  answer:
    row.answer === null || row.answered_by_name === null || row.answered_at === null
      ? null
      : { reason: row.answer, byName: row.answered_by_name, at: row.answered_at.toISOString() },
})
