import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { confirmationRefusal, ownRedirection, redirectionViolation } from './case-rules.ts'
import { confirmRedirectionRow, openRedirections, updateShare } from './cases.queries.ts'
import { requireShare } from './redirect-share.ts'
import { caseDetails } from './show-cases.ts'

/** Confirms a new recipient; the share is ready. Throws `access-denied` to the person who entered it, `conflict`, `not-found`. */
export async function confirmRedirection(
  { params: { caseId, shareId }, body }: HandlerInput<typeof contract.confirmRedirection>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, actor, clock, client, today } = context
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    const share = await requireShare(trx, { caseId, shareId }, context)
    const found = (await openRedirections(trx, caseId)).find(
      each => each.redirection_id === body.data.attributes.redirectionId && each.share_id === shareId,
    )
    if (!found)
      throw new Problem('conflict', { detail: 'This recipient is no longer awaiting confirmation.' })
    const refusal = confirmationRefusal(found.entered_by, actor, ownRedirection)
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    // A successor may have accepted in the meantime, which takes precedence.
    const violation = redirectionViolation(row, share, { today, timeZone: client.timeZone })
    if (violation !== null) throw new Problem('conflict', { detail: violation })
    await confirmRedirectionRow(trx, found.redirection_id, {
      userId: actor.userId,
      name: nameOf(actor),
      at: clock.now(),
    })
    await updateShare(trx, shareId, {
      state: 'ready',
      to_charity_id: found.to_charity_id,
      to_account_id: found.to_account_id,
      decided_at: clock.now(),
      link_hash: null,
      link_expires_at: null,
    })
    await recordStep(trx, stepAuthor(context), {
      caseId,
      kind: 'redirection-confirmed',
      text: `${share.name}: to ${found.to_name}`,
    })
  })
  return await caseDetails(db, caseId, context)
}
