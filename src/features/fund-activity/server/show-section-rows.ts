import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nextCursor, offsetOf } from '../../../server/http/paging.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { grantStatuses } from '../../grants/domain/grant-status.ts'
import { type SectionNumber, sectionRule } from '../domain/sections.ts'
import type { ActivityRow, getSectionRows } from '../fund-activity.contract.ts'
import {
  type ActivityQueryRow,
  activityOrders,
  listPendingRows,
  listSectionRows,
} from './fund-activity.queries.ts'
import { validateRange } from './show-statement.ts'

/** The rows of one section. A section that the caller has no permission for answers 404. */
export async function showSectionRows(
  { params, query }: HandlerInput<typeof getSectionRows>,
  { db, client, account, actor, today }: ContextOf<typeof getSectionRows>,
): Promise<Reply<typeof getSectionRows>> {
  const section = params.section as SectionNumber
  if (sectionRule(section).columns.length === 0 || !actor.actions.has(sectionRule(section).permission))
    throw new Problem('not-found')
  const range = validateRange(query, today)
  const sortParam = query.sort ?? '-effectiveDate'
  const order = activityOrders.find(name => name === sortParam.replace(/^-/, ''))
  if (!order) throw fieldProblem('sort', `Sort by one of ${activityOrders.join(', ')}`)
  const offset = offsetOf(query.after)
  const page = { first: query.first, offset, order, descending: sortParam.startsWith('-') }
  const rows =
    section === 11
      ? await listPendingRows(db, account.accountId, { to: range.to, timeZone: client.timeZone }, page)
      : await listSectionRows(db, account.accountId, section, range, page)
  const total = Number(rows[0]?.total ?? 0n)
  return {
    data: rows.map((row, index) => toResponse(row, offset + index + 1)),
    meta: { total, next: nextCursor(offset, rows.length, total) },
  }
}

function toResponse(row: ActivityQueryRow, reportId: number): ActivityRow {
  return {
    reportId,
    effectiveDate: row.effective_date,
    transactionTypeName: row.transaction_type_name,
    partyName: row.party_name,
    charityId: row.charity_id,
    transactionId: row.transaction_id.toString(),
    comment: row.comment,
    state: row.status_code === null ? null : grantStatuses[row.status_code],
    amount: row.amount_minor,
  }
}
