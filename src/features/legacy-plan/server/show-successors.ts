import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { exportSuccessors, listSuccessors } from '../legacy-plan.contract.ts'
import { successorsList } from '../legacy-plan.list.ts'
import { readSuccessors, successorKeysets } from './legacy-plan.queries.ts'
import { requireShown, shownName } from './show-plan.ts'

type Query = { sort?: string | undefined; first: number; after?: string | undefined }

/** The successors of the current plan (§2.8). Throws `not-found` where the client shows no legacy plan. */
export async function showSuccessors(
  { query }: { query: Query },
  context: Pick<ContextOf<typeof listSuccessors>, 'db' | 'account' | 'client'>,
): Promise<Reply<typeof listSuccessors>> {
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

export async function exportShownSuccessors(
  { query: { format, ...query } }: HandlerInput<typeof exportSuccessors>,
  context: ContextOf<typeof exportSuccessors>,
): Promise<Reply<typeof exportSuccessors>> {
  requireShown(context)
  return await exportList({
    ...context,
    list: successorsList,
    format,
    fileName: 'successors',
    sheet: 'Successors',
    readPage: page => showSuccessors({ query: { ...query, ...page } }, context),
  })
}
