import type { Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type * as contract from '../findings.contract.ts'
import type { findingViews } from '../findings.contract.ts'
import { type FindingContext, findingResponse } from './finding-details.ts'
import { findingKeysets, listFindingRows } from './findings.queries.ts'

type Query = {
  view: (typeof findingViews)[number]
  sort?: string | undefined
  first: number
  after?: string | undefined
}

const defaultSorts = {
  'to-decide': 'foundAt',
  'to-report': 'decidedAt',
  confirmed: '-decidedAt',
  decided: '-decidedAt',
} as const satisfies Record<Query['view'], string>

/** The findings of the realm: its staff are the same people at each of its clients. */
export async function listFindings(
  { query }: { query: Query },
  context: FindingContext,
): Promise<Reply<typeof contract.listFindings>> {
  const page = keysetPage({
    query,
    defaultSort: defaultSorts[query.view],
    keysetsOf: findingKeysets,
  })
  const found = await listFindingRows(context.realmDb, query.view, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => findingResponse(row, context)), meta }
}
