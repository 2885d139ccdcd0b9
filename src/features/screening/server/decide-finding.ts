import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findingSteps } from '../domain/finding.ts'
import type * as contract from '../findings.contract.ts'
import { type FindingContext, stepRefusal } from './finding-details.ts'
import { hasApprovedDependent, lockFinding, updateFinding } from './findings.queries.ts'
import { getFinding } from './get-finding.ts'
import { holdAccounts } from './hold-accounts.ts'

/**
 * Decides about a finding. Throws `not-found` for another realm's, `conflict` where its state does not allow the step, `access-denied` to the
 * person who took the step before where it takes two, and to the approver of a grant that depends on it.
 */
export async function decideFinding(
  { params: { findingId }, body }: HandlerInput<typeof contract.decideFinding>,
  context: FindingContext,
): Promise<Reply<typeof contract.decideFinding>> {
  const { db, realmDb, actor, clock, request, client } = context
  const { step, reason } = body.data.attributes
  await realmDb.transaction().execute(async trx => {
    const row = await lockFinding(trx, findingId)
    if (!row) throw new Problem('not-found')
    const { from, to } = findingSteps[step]
    if (row.state !== from)
      throw new Problem('conflict', {
        detail: 'This finding has changed since you opened it. Look at it again.',
      })
    const isApprover = await hasApprovedDependent(db, row, actor.userId)
    const refusal = stepRefusal(step, row, { actor, isApprover })
    if (refusal !== null) throw new Problem('access-denied', { detail: refusal })
    await updateFinding(trx, findingId, {
      state: to,
      decided_by: actor.userId,
      decided_by_name: nameOf(actor),
      decided_at: clock.now(),
      reason,
    })
    if (step === 'confirm' && row.subject_kind !== 'charity') await addJob(trx, holdAccounts, {})
    await recordAuditEvent(trx, {
      kind: 'finding-decided',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name, finding: findingId, step, list: row.list, entry: String(row.entry_id) },
    })
  })
  return await getFinding({ params: { findingId } }, context)
}
