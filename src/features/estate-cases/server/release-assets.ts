import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { noteReleasedHoldings } from '../../contributions/securities/server/holdings.queries.ts'
import { excludedReleasePostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState, recordStep, stepAuthor } from './case-context.ts'
import { caseDetails } from './show-cases.ts'

/**
 * Records that excluded assets were sold; every share gets its part of the money. Throws `validation` for more than there is, `conflict`, `not-found`.
 */
export async function releaseAssets(
  { params: { caseId }, body }: HandlerInput<typeof contract.releaseAssets>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, book, today, actor } = context
  const { amountMinor, reason } = body.data.attributes
  await inTransaction(db, async trx => {
    const row = await lockInState(trx, caseId, 'distributing')
    if (amountMinor > row.excluded_minor)
      throw fieldProblem('amountMinor', 'The fund has fewer excluded assets than this')
    const { entryId } = await postEntry(trx, {
      kind: 'release',
      currency: book.currency,
      effectiveDate: today,
      caseId,
      actorUserId: actor.userId,
      onBehalfOfUserId: null,
      postings: excludedReleasePostings(row.account_id, amountMinor),
    })
    await noteReleasedHoldings(trx, { accountId: row.account_id, entryId })
    await recordStep(trx, stepAuthor(context), { caseId, kind: 'released', text: reason })
  })
  return await caseDetails(db, caseId, context)
}
