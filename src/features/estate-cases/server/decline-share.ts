import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as contract from '../successor-share.contract.ts'
import type { SuccessorShare } from '../successor-share.contract.ts'
import { requireWaiting, responseOf, withLink } from './answer-share.ts'
import { insertEvent, updateShare } from './cases.queries.ts'

/** Declines a share; staff decide where it goes. Repeating it changes nothing. Throws `not-found`, `conflict` once it is accepted. */
export async function declineShare(
  { body: { token, reason } }: HandlerInput<typeof contract.declineShare>,
  context: BaseContext,
): Promise<SuccessorShare> {
  return await withLink(token, context, async linked => {
    const { db, row, share } = linked
    if (share.state === 'declined') return responseOf(linked)
    if (share.state === 'ready')
      throw new Problem('conflict', {
        detail: 'You have accepted this share. Please call us if that was a mistake.',
      })
    requireWaiting(linked)
    await updateShare(db, share.share_id, {
      state: 'declined',
      declined_reason: reason === '' ? null : reason,
      decided_at: context.clock.now(),
    })
    await insertEvent(db, {
      case_id: row.case_id,
      kind: 'declined',
      by_name: share.name,
      text: reason === '' ? null : reason,
      at: context.clock.now(),
    })
    return responseOf({ ...linked, share: { ...share, state: 'declined' } })
  })
}
