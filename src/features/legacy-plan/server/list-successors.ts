import type { Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../legacy-plan.contract.ts'
import { readSuccessors, successorKeysets } from './legacy-plan.queries.ts'
import { requireShown, shownName } from './show-plan.ts'

type Query = { sort?: string | undefined; first: number; after?: string | undefined }

/** The successors of the current plan (§2.8). Throws `not-found` where the client shows no legacy plan. */
export async function listSuccessors(
  { query }: { query: Query },
  context: Pick<ContextOf<typeof contract.listSuccessors>, 'db' | 'account' | 'client'>,
): Promise<Reply<typeof contract.listSuccessors>> {
  requireShown(context)
  const page = keysetPage({ query, defaultSort: '-percentage', keysetsOf: successorKeysets })
  const found = await readSuccessors(context.db, context.account.accountId, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return {
    data: rows.map(row => ({
      successorId: row.party_id,
      name: shownName(row),
      option: row.designation,
      shareHundredths: row.share_hundredths,
    })),
    meta,
  }
}
