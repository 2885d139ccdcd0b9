import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type * as contract from '../findings.contract.ts'
import type { FindingContext } from './finding-details.ts'
import { findFinding, insertReport, lockFinding } from './findings.queries.ts'
import { getFinding } from './get-finding.ts'

/**
 * Records that a confirmed finding was reported. The same day and reference again change nothing. Throws `not-found` for another realm's,
 * `conflict` for a finding that is not confirmed, `validation` for a day before its confirmation or after today.
 */
export async function recordFindingReport(
  { params: { findingId }, body }: HandlerInput<typeof contract.recordFindingReport>,
  context: FindingContext,
): Promise<Reply<typeof contract.recordFindingReport>> {
  const { realmDb, actor, clock, request, client, today } = context
  const { reportedOn, reference } = body.data.attributes
  await realmDb.transaction().execute(async trx => {
    const locked = await lockFinding(trx, findingId)
    const row = locked && (await findFinding(trx, findingId))
    if (!row) throw new Problem('not-found')
    if ((row.state !== 'confirmed' && row.state !== 'lifting') || row.confirmed_at === null)
      throw new Problem('conflict', { detail: 'Only what two people confirmed is reported.' })
    if (reportedOn > today) throw fieldProblem('reportedOn', 'Choose today or an earlier day')
    if (reportedOn < dateOf(row.confirmed_at, client.timeZone))
      throw fieldProblem('reportedOn', 'Choose the day of the confirmation or a later day')
    const isNew = await insertReport(trx, {
      finding_id: findingId,
      reported_on: reportedOn,
      reference,
      reported_by: actor.userId,
      reported_by_name: nameOf(actor),
      recorded_at: clock.now(),
    })
    if (!isNew) return
    await recordAuditEvent(trx, {
      kind: 'finding-reported',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name, finding: findingId, reportedOn, reference },
    })
  })
  return await getFinding({ params: { findingId } }, context)
}
