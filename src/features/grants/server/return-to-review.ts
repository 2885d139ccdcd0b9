import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import { canTransition, ruleFor, stateAfterTransition } from '../domain/grant-status.ts'
import { lockFund, lockGrant, updateGrant } from './grants.queries.ts'
import { listSteps } from './history.queries.ts'
import { type ImportActor, recordHistoryEntry, type Step } from './record-history-entry.ts'
import { grantStateOf } from './transition-rule.ts'

/**
 * Returns an approved grant to review because an import of the register changed what its approval relied on: the commitment is reversed, the
 * amount stays set aside. Nobody is mailed: the notice about the import names the grant. False where the grant is not approved, or in a run.
 */
export async function returnToReview(
  trx: Kysely<DB>,
  accountId: string,
  about: { grantId: string; actor: ImportActor; reason: string; evidence: Step['evidence'] },
  { today, now }: { today: IsoDate; now: Date },
): Promise<boolean> {
  await lockFund(trx, accountId)
  const grant = await lockGrant(trx, accountId, about.grantId)
  const rule = ruleFor('reopen')
  if (!grant || !rule || !canTransition('reopen', grantStateOf(grant))) return false
  const committed = (await listSteps(trx, grant.grant_id)).findLast(step => step.transition === 'approve')
  if (!committed?.entry_id) throw new Error(`the approval of the grant ${grant.grant_id} has no entry`)
  const { reversalEntryId } = await postReversal(trx, committed.entry_id, {
    today,
    comment: 'The grant was returned to review.',
    actorUserId: null,
    grantId: grant.grant_id,
  })
  const after = stateAfterTransition(rule, grant.amount_minor)
  await updateGrant(trx, grant.grant_id, {
    transaction_status_code: after.status,
    review_state: after.reviewState,
    outcome: after.outcome,
  })
  await recordHistoryEntry(trx, {
    ...{ grantId: grant.grant_id, transition: 'reopen', from: grantStateOf(grant).status, to: after.status },
    ...{ reviewState: after.reviewState, outcome: after.outcome, actor: about.actor, reason: about.reason },
    ...{ message: null, evidence: about.evidence, entryId: reversalEntryId, at: now },
  })
  return true
}
