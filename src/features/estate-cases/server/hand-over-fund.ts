import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { addToAccount, endAllOnAccount } from '../../account-details/server/apply-people-change.ts'
import { findRelationships } from '../../account-details/server/relationships.queries.ts'
import { endPlan } from '../../legacy-plan/server/end-plan.ts'
import { mailInvitation } from '../../people/server/find-or-invite.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { peopleToRelease } from './case-facts.queries.ts'
import { takesWholeFund } from './case-rules.ts'
import { sharesOf, updateCase } from './cases.queries.ts'
import { returnAccount } from './hold-account.ts'
import { caseDetails } from './show-cases.ts'

/**
 * Hands over the whole fund to its one successor: they become its donor, its other people but advisors and the service team leave, its plan
 * ends, and the account is active again. Throws `conflict`, `not-found`.
 */
export async function handOverFund(
  { params: { caseId } }: HandlerInput<typeof contract.handOverFund>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, realmDb, client, today, clock } = context
  const userId = await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    const shares = await sharesOf(trx, caseId)
    const [share] = shares
    if (!share?.user_id || !takesWholeFund(shares))
      throw new Problem('conflict', { detail: 'No successor has accepted the whole fund.' })
    const change = {
      accountId: row.account_id,
      client,
      author: changeAuthor(context),
      requestedBy: null,
      at: clock.now(),
      today,
    }
    await addToAccount(
      trx,
      { userId: share.user_id, name: share.name, role: 'donor', contact: 'confirmed' },
      change,
    )
    await endPlan(trx, row.account_id, {
      documentId: row.document_id,
      author: change.author,
      at: clock.now(),
      today,
    })
    const toRelease = await peopleToRelease(trx, row.account_id)
    await endAllOnAccount(trx, await findRelationships(trx, row.account_id, toRelease), change)
    await updateCase(trx, caseId, { state: 'completed', outcome: 'handed-over', ended_at: clock.now() })
    await returnAccount(
      trx,
      { ...row, status_before: 'Active' },
      `Case ${row.case_number}: ${share.name} has taken over the fund`,
      stepAuthor(context),
    )
    await recordStep(trx, stepAuthor(context), {
      caseId,
      kind: 'completed',
      text: `${share.name} has taken over the whole fund.`,
    })
    return share.user_id
  })
  await mailInvitation(realmDb, userId)
  return await caseDetails(db, caseId, context)
}
