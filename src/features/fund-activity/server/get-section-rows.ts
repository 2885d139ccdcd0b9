import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { findRunFees } from '../../fees/server/charges.queries.ts'
import { type SectionNumber, sectionRule } from '../domain/sections.ts'
import type * as contract from '../fund-activity.contract.ts'
import { activityKeysets, listPendingRows, listSectionRows } from './fund-activity.queries.ts'
import { toResponse } from './show-section-rows.ts'
import { validateRange } from './show-statement.ts'

type Context = Pick<
  ContextOf<typeof contract.getSectionRows>,
  'db' | 'client' | 'account' | 'actor' | 'today'
>

type Search = {
  params: HandlerInput<typeof contract.getSectionRows>['params']
  query: Pick<
    HandlerInput<typeof contract.getSectionRows>['query'],
    'from' | 'to' | 'sort' | 'first' | 'after'
  >
}

/** The rows of one section. A section that the caller has no permission for returns 404. */
export async function getSectionRows(
  { params, query }: Search,
  { db, client, account, actor, today }: Context,
): Promise<Reply<typeof contract.getSectionRows>> {
  // The contract accepts 1 to 11, which are the sections.
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
  // How a fee was computed says balances.
  const withWorking =
    section === 5 && rows.length > 0 && actor.actions.has('FUND_ENDING_BALANCE_VIEW')
      ? await findRunFees(
          db,
          account.accountId,
          rows.map(({ transaction_id: id }) => id),
        )
      : new Set<bigint>()
  return {
    data: rows.map((row, index) => ({
      ...toResponse(row, page.before + index + 1),
      hasWorking: withWorking.has(row.transaction_id),
    })),
    meta,
  }
}
