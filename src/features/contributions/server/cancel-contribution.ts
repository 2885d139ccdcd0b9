import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../contributions.contract.ts'
import { isAwaited } from '../domain/contribution.ts'
import { mailContributionCancelled } from '../fund/server/mail-contribution-cancelled.ts'
import { advanceDocument } from './advance-document.ts'
import { findOpenDocument, requestVoid } from './contribution-documents.queries.ts'
import { findContribution, lockContribution } from './contributions.queries.ts'
import { setCancelled } from './correction.queries.ts'

/**
 * Cancels a contribution that is expected. A document that waits for signatures is withdrawn at its provider by a job; until the
 * provider has confirmed it, the last signature may still arrive, and the document is then filed.
 */
export async function cancelContribution(
  { params, body }: HandlerInput<typeof contract.cancelContribution>,
  { db, account, actor, client, clock }: ContextOf<typeof contract.cancelContribution>,
): Promise<Reply<typeof contract.cancelContribution>> {
  const { contributionId } = params
  const { reason } = body.data.attributes
  if (!(await findContribution(db, account.accountId, contributionId))) throw new Problem('not-found')
  await inTransaction(db, async trx => {
    const state = await lockContribution(trx, contributionId)
    if (state === 'cancelled') return
    if (!isAwaited(state))
      throw new Problem('conflict', {
        detail: localEnglish('This contribution was received, so it cannot be cancelled.', client.locale),
      })
    const document = await findOpenDocument(trx, contributionId)
    if (document?.state === 'signed')
      throw new Problem('conflict', {
        detail:
          'Everyone has signed the document of this contribution. Please try again when it has been filed.',
      })
    const at = clock.now()
    const by = personOf(actor)
    await setCancelled(trx, contributionId, { by, reason, at })
    const { accountId } = account
    await addJob(trx, mailContributionCancelled, { client: client.name, accountId, contributionId, by: null })
    if (!document) return
    await requestVoid(trx, document.contribution_document_id, { reason, at })
    const documentId = document.contribution_document_id
    await addJob(trx, advanceDocument, { documentId }, { key: documentId })
  })
  return { state: 'cancelled' }
}
