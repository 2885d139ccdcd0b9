import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../files.contract.ts'
import { listFileUse } from './file-use.queries.ts'
import { fileKeysets, listFileRows } from './files.queries.ts'
import { realmOf, toResponse } from './store-files.ts'

export async function listFiles(
  { query }: HandlerInput<typeof contract.listFiles>,
  context: ContextOf<typeof contract.listFiles>,
): Promise<Reply<typeof contract.listFiles>> {
  const { client, clock } = context
  const page = keysetPage({ query, defaultSort: '-uploadedAt', keysetsOf: fileKeysets })
  const found = await listFileRows(realmOf(context), { client: client.name, ...query }, page)
  const uses = await listFileUse(realmOf(context), { client: client.name, now: clock.now() })
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, uses)), meta }
}
