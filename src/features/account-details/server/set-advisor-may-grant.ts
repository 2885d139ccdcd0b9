import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { mayChange } from '../../../server/auth/actor.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRow, storeAdvisorMayGrant } from '../../accounts/server/account-row.queries.ts'
import { documentReader, mayRead } from '../../documents/server/document-reader.ts'
import { findDocument } from '../../documents/server/documents.queries.ts'
import type * as contract from '../primary-advisor.contract.ts'
import { getPrimaryAdvisor } from './get-primary-advisor.ts'
import { mailAdvisorGranting } from './mail-advisor-granting.ts'
import { findAdvisor } from './primary-advisor.queries.ts'

/** @throws Problem validation unless it is an agreement among the account's documents that the caller may read. */
async function requireAgreement(
  agreementId: string | null,
  { db, account, actor }: ContextOf<typeof contract.setAdvisorMayGrant>,
): Promise<{ agreement: string; agreementId: string }> {
  const document = agreementId === null ? undefined : await findDocument(db, account.accountId, agreementId)
  if (document?.type !== 'agreement' || !mayRead(documentReader(actor), document))
    throw fieldProblem('agreementId', 'Choose the agency agreement among the documents')
  return { agreement: document.name, agreementId: document.document_id }
}

/**
 * Sets whether the advisor may recommend grants, with a record; donors and the advisor are told. Throws `validation` for staff who
 * name no agreement, and `conflict` for an account without an advisor. Setting it twice is recorded once.
 */
export async function setAdvisorMayGrant(
  { body }: HandlerInput<typeof contract.setAdvisorMayGrant>,
  context: ContextOf<typeof contract.setAdvisorMayGrant>,
): Promise<Reply<typeof contract.setAdvisorMayGrant>> {
  const { db, account, actor, client, clock } = context
  const { advisorMayGrant, agreementId } = body.data.attributes
  const isDonor = actor.accountRoles.includes('donor')
  const agreement = advisorMayGrant && !isDonor ? await requireAgreement(agreementId, context) : null
  await db.transaction().execute(async trx => {
    await lockAccountRow(trx, account.accountId)
    const row = await findAdvisor(trx, account.accountId)
    if (!row) throw new Problem('not-found')
    if (!mayChange(row, actor)) throw new Problem('access-denied')
    if (advisorMayGrant && row.party_id === null)
      throw new Problem('conflict', {
        detail: `This account has no primary ${localEnglish('adviser', client.locale)}.`,
      })
    if (row.advisor_may_grant === advisorMayGrant) return
    const revision = row.revision + 1
    await storeAdvisorMayGrant(trx, account.accountId, { advisorMayGrant, revision })
    await recordChange(trx, {
      subject: 'account',
      subjectId: account.accountId,
      accountId: account.accountId,
      kind: 'advisor-granting-set',
      revision,
      before: { advisorMayGrant: String(row.advisor_may_grant) },
      after: { advisorMayGrant: String(advisorMayGrant), ...agreement },
      author: changeAuthor(context),
      at: clock.now(),
    })
    await addJob(trx, mailAdvisorGranting, {
      client: client.name,
      accountId: account.accountId,
      revision,
      advisorMayGrant,
    })
  })
  return await getPrimaryAdvisor(undefined, context)
}
