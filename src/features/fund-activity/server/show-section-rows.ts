import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { grantStatuses } from '../../grants/domain/grant-status.ts'
import { type SectionNumber, sectionRule } from '../domain/sections.ts'
import type { ActivityRow, exportSectionRows, getSectionRows } from '../fund-activity.contract.ts'
import { sectionList } from '../fund-activity.list.ts'
import {
  type ActivityQueryRow,
  activityKeysets,
  listPendingRows,
  listSectionRows,
} from './fund-activity.queries.ts'
import { validateRange } from './show-statement.ts'

type Search = {
  params: HandlerInput<typeof getSectionRows>['params']
  query: Pick<HandlerInput<typeof getSectionRows>['query'], 'from' | 'to' | 'sort' | 'first' | 'after'>
}
type Context = Pick<ContextOf<typeof getSectionRows>, 'db' | 'client' | 'account' | 'actor' | 'today'>

/** The rows of one section. A section that the caller has no permission for returns 404. */
export async function showSectionRows(
  { params, query }: Search,
  { db, client, account, actor, today }: Context,
): Promise<Reply<typeof getSectionRows>> {
  const section = params.section as SectionNumber
  if (sectionRule(section).columns.length === 0 || !actor.actions.has(sectionRule(section).permission))
    throw new Problem('not-found')
  const range = validateRange(query, today)
  const page = keysetPage({ query, defaultSort: '-effectiveDate', keysetsOf: activityKeysets })
  const found =
    section === 11
      ? await listPendingRows(db, account.accountId, { to: range.to, timeZone: client.timeZone }, page)
      : await listSectionRows(db, account.accountId, section, range, page)
  const { rows, meta } = splitPage(page, found, page.countedTotal ?? Number(found[0]?.total ?? 0n))
  return { data: rows.map((row, index) => toResponse(row, page.before + index + 1)), meta }
}

/** The rows of one section as a file: what its table shows, under the same permissions. */
export async function exportShownRows(
  { params, query: { format, ...query } }: HandlerInput<typeof exportSectionRows>,
  context: ContextOf<typeof exportSectionRows>,
): Promise<Reply<typeof exportSectionRows>> {
  const section = params.section as SectionNumber
  const { heading } = sectionRule(section)
  return await exportList({
    ...context,
    list: sectionList(section),
    format,
    fileName: `${heading.replaceAll(' ', '-')}-${query.from}-${query.to}`,
    sheet: heading,
    readPage: page => showSectionRows({ params, query: { ...query, ...page } }, context),
  })
}

export function toResponse(row: ActivityQueryRow, reportId: number): ActivityRow {
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
