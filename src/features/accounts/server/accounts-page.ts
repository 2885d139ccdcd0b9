import type { Given, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { nextCursor, offsetOf } from '../../../server/http/paging.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { accountSorts, type searchAccounts } from '../accounts.contract.ts'
import { accountResponse } from './account-response.ts'
import { listAccounts } from './accounts.queries.ts'

export async function accountsPage(
  { query }: Given<typeof searchAccounts>,
  { db, client, book, actor }: ContextOf<typeof searchAccounts>,
): Promise<Reply<typeof searchAccounts>> {
  // §9: the accounts table is sorted by name, ascending, unless asked otherwise
  const asked = query.sort ?? 'accountName'
  const sort = accountSorts.find(name => name === asked.replace(/^-/, ''))
  if (!sort) throw fieldProblem('sort', `Sort by one of ${accountSorts.join(', ')}`)
  const offset = offsetOf(query.after)
  const { rows, total } = await listAccounts(db, {
    userId: actor.userId,
    seesEveryAccount: actor.seesEveryAccount,
    keywords: query.keywords,
    sort,
    descending: asked.startsWith('-'),
    first: query.first,
    offset,
  })
  return {
    data: rows.map(row => accountResponse(row, { client, book, actor })),
    meta: { total, next: nextCursor(offset, rows.length, total) },
  }
}
