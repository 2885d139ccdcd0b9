import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { applyStatus } from '../../account-details/server/set-account-status.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { sharesOf, updateCase } from './cases.queries.ts'
import { caseDetails } from './show-cases.ts'

/** Closes the empty fund and completes the case. Money returned later goes to a sole successor's fund, else to the general fund. */
export async function closeFund(
  { params: { caseId } }: HandlerInput<typeof contract.closeFund>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, client, today, clock } = context
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    const stored = await lockAccountRow(trx, row.account_id)
    if (!stored) throw new Problem('not-found')
    const shares = await sharesOf(trx, caseId)
    const [only, ...others] = shares
    const successor = others.length === 0 ? (only?.to_fund_id ?? null) : null
    const change = {
      accountStatus: 'Closed' as const,
      effectiveDate: today,
      documentSignedDate: null,
      successorFundId: successor === null ? null : Number(successor),
      reason: `Case ${row.case_number}: everything has left the fund`,
    }
    await applyStatus(trx, stored, change, { client, author: changeAuthor(context), today, at: clock.now() })
    await updateCase(trx, caseId, { state: 'completed', outcome: 'closed', ended_at: clock.now() })
    await recordStep(trx, stepAuthor(context), {
      caseId,
      kind: 'completed',
      text: 'The fund is empty and closed.',
    })
  })
  return await caseDetails(db, caseId, context)
}
