import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import { ownAccounts } from './dashboard.queries.ts'
import { type AccountOfBook, joinHousehold, leaveHouseholds, lockOwn } from './households.queries.ts'
import { booksOf, searchOf } from './show-dashboard.ts'

/** Puts accounts into a household. Throws `not-found` for a household or an account that is not the caller's, and then moves none. */
export async function assignHousehold(
  { body }: HandlerInput<typeof contract.assignHousehold>,
  context: ContextOf<typeof contract.assignHousehold>,
): Promise<Reply<typeof contract.assignHousehold>> {
  const { realmDb, actor } = context
  const { householdId, accounts } = body.data.attributes
  const named: AccountOfBook[] = []
  for (const { name: book, currency, db } of booksOf(context)) {
    const fundIds = accounts.filter(account => account.currency === currency).map(({ fundId }) => fundId)
    if (fundIds.length === 0) continue
    const found = await ownAccounts(db, searchOf({}, context), fundIds)
    named.push(...found.map(row => ({ book, accountId: row.account_id })))
  }
  const distinct = new Set(accounts.map(({ fundId, currency }) => `${currency} ${fundId}`)).size
  if (named.length !== distinct) throw new Problem('not-found')
  await realmDb.transaction().execute(async trx => {
    if (householdId !== null && !(await lockOwn(trx, actor.userId, householdId)))
      throw new Problem('not-found')
    await leaveHouseholds(trx, actor.userId, named)
    if (householdId !== null) await joinHousehold(trx, actor.userId, householdId, named)
  })
  return { accounts: named.length }
}
