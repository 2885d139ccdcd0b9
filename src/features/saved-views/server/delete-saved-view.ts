import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as contract from '../saved-views.contract.ts'
import { deleteView, listViews } from './saved-views.queries.ts'
import { viewResponse } from './view-response.ts'

/** Throws `not-found` for a view that is not the caller's, or was deleted. */
export async function deleteSavedView(
  { params: { viewId } }: HandlerInput<typeof contract.deleteSavedView>,
  { db, actor: { userId } }: BaseContext & { actor: Actor },
): Promise<Reply<typeof contract.deleteSavedView>> {
  const list = await deleteView(db, { viewId, userId })
  if (list === undefined) throw new Problem('not-found')
  return { views: (await listViews(db, { userId, list })).map(viewResponse) }
}
