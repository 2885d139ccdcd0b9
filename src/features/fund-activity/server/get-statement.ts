import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { sectionNumbers, sectionRule } from '../domain/sections.ts'
import type * as contract from '../fund-activity.contract.ts'
import { calculateFigures, validateRange } from './show-statement.ts'
import { sumSections } from './subtotals.queries.ts'

/** Beginning + sections 1 to 8 = ending, and ending − pending − excluded = available, exactly (§2.6). */
export async function getStatement(
  { query }: HandlerInput<typeof contract.getStatement>,
  { db, book, account, actor, today }: ContextOf<typeof contract.getStatement>,
): Promise<Reply<typeof contract.getStatement>> {
  const range = validateRange(query, today)
  const sums = await sumSections(db, account.accountId, range)
  const figures = await calculateFigures(db, account.accountId, range, sums)
  const visible = sectionNumbers.filter(section => actor.actions.has(sectionRule(section).permission))
  const seesAll =
    visible.length === sectionNumbers.length && actor.actions.has('FUND_SUMMARY_VIEW' satisfies Permission)
  return {
    range,
    currency: book.currency,
    openedDate: account.openedOn,
    sections: visible.map(section => ({ section, ...figures.totalOfSection(section) })),
    summary: seesAll ? figures.summary : null,
  }
}
