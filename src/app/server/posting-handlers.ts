import { disposalPosting } from '../../features/contributions/securities/server/dispose-of-holding.ts'
import { assetsPosting } from '../../features/contributions/securities/server/receive-assets.ts'
import { disposalReversalPosting } from '../../features/contributions/securities/server/reverse-disposal.ts'
import { bouncePosting } from '../../features/contributions/server/bounce-contribution.ts'
import { correctionPosting } from '../../features/contributions/server/correct-contribution.ts'
import { movePosting } from '../../features/contributions/server/move-contribution.ts'
import { receiptPosting } from '../../features/contributions/server/receive-contribution.ts'
import { reversalPosting } from '../../features/contributions/server/reverse-contribution.ts'
import { caseEntryPosting } from '../../features/estate-cases/server/reverse-case-entry.ts'
import { writeOffPosting } from '../../features/fees/server/write-off-fee.ts'
import { reversedReturnPosting } from '../../features/grants/review/server/reverse-return.ts'
import { grantPostings } from '../../features/grants/review/server/staff-postings.ts'
import { entryPosting } from '../../features/journal-entries/server/reverse-entry.ts'
import { bankFilePostings } from '../../features/payments/server/apply-filed-file.ts'
import { batchPostings } from '../../features/posting-batches/server/confirm-posting-batch.ts'
import type { PostingHandlers } from '../../features/posting-requests/server/decide-posting-request.ts'
import { suspensePosting } from '../../features/reconciliation/server/end-suspense-item.ts'
import { debitPosting } from '../../features/reconciliation/server/explain-debit.ts'
import { transferPosting } from '../../features/transfers/server/reverse-transfer.ts'

/** The commands that may wait for a second person, from the features that they belong to. */
export const postingHandlers: PostingHandlers = {
  ...grantPostings,
  ...reversedReturnPosting,
  ...receiptPosting,
  ...reversalPosting,
  ...movePosting,
  ...bouncePosting,
  ...correctionPosting,
  ...assetsPosting,
  ...disposalPosting,
  ...disposalReversalPosting,
  ...transferPosting,
  ...caseEntryPosting,
  ...entryPosting,
  ...bankFilePostings,
  ...batchPostings,
  ...writeOffPosting,
  ...suspensePosting,
  ...debitPosting,
}
