import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { proposeCorrections } from '../../charity-profiles/server/propose-corrections.ts'
import type * as contract from '../change-notices.contract.ts'
import type { ChangeNotice } from '../change-notices.contract.ts'
import {
  lockedNotice,
  proposalRefusal,
  requireOpen,
  response,
  type StoredCorrection,
  stateOf,
} from './change-notices.ts'
import type { PaymentContext } from './payment-context.ts'
import { nothingToPropose, proposerOf, reasonOf, unknownPayment } from './store-notices.ts'

/**
 * Proposes the correction of an open notice. Its numbers were read from the stored file. A repeat by the same person, also after a crash
 * between the transactions of the realm and of the book, changes nothing. Throws `conflict` with the reason why it cannot be proposed,
 * `not-found`.
 */
export async function proposeFromNotice(
  { params: { noticeId } }: HandlerInput<typeof contract.proposeFromNotice>,
  context: PaymentContext,
  { corrected, text }: StoredCorrection,
): Promise<ChangeNotice> {
  return await inTransaction(context.db, async trx => {
    const row = await lockedNotice(trx, noticeId)
    if (stateOf(row) === 'proposed' && row.details_proposed_by === context.actor.userId) return response(row)
    requireOpen(row)
    const refusal = proposalRefusal(row)
    if (refusal !== null || row.charity_id === null)
      throw new Problem('conflict', { detail: refusal ?? unknownPayment })
    if (corrected === null) throw new Problem('conflict', { detail: nothingToPropose })
    const refused = await proposeCorrections(
      [{ noticeId, charityId: row.charity_id, corrected, reason: reasonOf(text) }],
      proposerOf(context),
    )
    const problem = refused.get(noticeId)
    if (problem !== undefined) throw new Problem('conflict', { detail: problem })
    return response(await lockedNotice(trx, noticeId))
  })
}
