import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as contract from '../saved-views.contract.ts'
import { listViews } from './saved-views.queries.ts'
import { viewResponse } from './view-response.ts'

export async function listSavedViews(
  { query: { list } }: HandlerInput<typeof contract.listSavedViews>,
  { db, actor: { userId } }: BaseContext & { actor: Actor },
): Promise<Reply<typeof contract.listSavedViews>> {
  return { views: (await listViews(db, { userId, list })).map(viewResponse) }
}
