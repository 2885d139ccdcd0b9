import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { maxCancelReasonLength } from '../../domain/contribution.ts'
import { advanceDocument } from '../../server/advance-document.ts'
import { findOpenDocument, requestVoid } from '../../server/contribution-documents.queries.ts'
import { setCancelled } from '../../server/correction.queries.ts'
import type * as contract from '../announcements.contract.ts'
import { withdrawalViolation } from './announcement-rules.ts'
import { findAnnounced } from './announcements.queries.ts'
import { mailContributionCancelled } from './mail-contribution-cancelled.ts'

/**
 * Cancels what was announced; a document that waits for signatures is withdrawn. Throws `not-found` for a contribution of another fund, and
 * `conflict` once it has arrived.
 */
export async function withdrawAnnouncement(
  { params: { contributionId } }: HandlerInput<typeof contract.withdrawAnnouncement>,
  { db, account, actor, client, clock }: ContextOf<typeof contract.withdrawAnnouncement>,
): Promise<Reply<typeof contract.withdrawAnnouncement>> {
  await inTransaction(db, async trx => {
    const announced = await findAnnounced(trx, contributionId, { isLocked: true })
    if (announced?.account_id !== account.accountId) throw new Problem('not-found')
    if (announced.way !== null && announced.state === 'cancelled') return
    const violation = withdrawalViolation(announced)
    if (violation !== null) throw new Problem('conflict', { detail: localEnglish(violation, client.locale) })
    const at = clock.now()
    const by = personOf(actor)
    const reason = `${by.name} cancelled it in the portal.`.slice(-maxCancelReasonLength)
    await setCancelled(trx, contributionId, { by, reason, at })
    const { accountId } = account
    await addJob(trx, mailContributionCancelled, { client: client.name, accountId, contributionId, by })
    const document = await findOpenDocument(trx, contributionId)
    if (!document || document.state === 'filed') return
    const documentId = document.contribution_document_id
    await requestVoid(trx, documentId, { reason, at })
    await addJob(trx, advanceDocument, { documentId }, { key: documentId })
  })
  return { state: 'cancelled' }
}
