import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as contract from '../saved-views.contract.ts'
import { maxSavedViews } from '../saved-views.contract.ts'
import { findViewOfName, insertView, listViews, lockViews, replaceView } from './saved-views.queries.ts'
import { viewResponse } from './view-response.ts'

/** A name that is there gets the new filters, so that a repeat changes nothing. Throws `conflict` if there are too many. */
export async function saveView(
  { body }: HandlerInput<typeof contract.saveView>,
  { db, actor: { userId }, clock }: BaseContext & { actor: Actor },
): Promise<Reply<typeof contract.saveView>> {
  const { list, name, filters } = body.data.attributes
  return await inTransaction(db, async trx => {
    await lockViews(trx, userId)
    const view = { userId, list, name, filters, at: clock.now() }
    const sameId = await findViewOfName(trx, view)
    if (sameId !== undefined) await replaceView(trx, sameId, view)
    else {
      const views = await listViews(trx, { userId, list })
      const places = new Set(views.map(({ place }) => place))
      const place = Array.from({ length: maxSavedViews }, (_each, at) => at + 1).find(
        each => !places.has(each),
      )
      if (place === undefined)
        throw new Problem('conflict', {
          detail: `You have ${maxSavedViews} saved views of this list. Delete one first.`,
        })
      await insertView(trx, place, view)
    }
    return { views: (await listViews(trx, { userId, list })).map(viewResponse) }
  })
}
