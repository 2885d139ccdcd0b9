import type { Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { ChangeKind } from '../../charities/domain/register-change.ts'
import type * as contract from '../register-changes.contract.ts'
import type { changeViews } from '../register-changes.contract.ts'
import { changeResponse } from './change-details.ts'
import { changeKeysets, listChangeRows } from './register-changes.queries.ts'

type Query = {
  view: (typeof changeViews)[number]
  kind?: ChangeKind | undefined
  sort?: string | undefined
  first: number
  after?: string | undefined
}

export async function listRegisterChanges(
  { query }: { query: Query },
  { db }: Pick<BaseContext, 'db'>,
): Promise<Reply<typeof contract.listRegisterChanges>> {
  const page = keysetPage({
    query,
    defaultSort: query.view === 'to-decide' ? 'foundAt' : '-decidedAt',
    keysetsOf: changeKeysets,
  })
  const found = await listChangeRows(db, query, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(changeResponse), meta }
}
