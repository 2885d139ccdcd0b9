import { inactiveFundsOf } from '../../../clients/inactive-funds-of.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { type FundRow, findFundRow, type Rules } from './funds.queries.ts'

export type FundContext = BaseContext & { actor: Actor }

/** By what funds of the book need attention; null where the client keeps no list of them. */
export function rulesOf({
  book,
  client,
  today,
}: Pick<BaseContext, 'book' | 'client' | 'today'>): Rules | null {
  const settings = inactiveFundsOf(book)
  return settings && { settings, today, timeZone: client.timeZone }
}

/** An active fund of the book, and its rules. Throws `not-found`, also where the client keeps no list. */
export async function requireFund(
  accountId: string,
  context: Pick<BaseContext, 'db' | 'book' | 'client' | 'today'>,
): Promise<{ fund: FundRow; rules: Rules }> {
  const rules = rulesOf(context)
  const fund = rules === null ? undefined : await findFundRow(context.db, rules, accountId)
  if (!rules || !fund) throw new Problem('not-found')
  return { fund, rules }
}
