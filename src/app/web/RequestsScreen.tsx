import { RequestsPage } from '../../features/account-details/staff/RequestsPage.tsx'
import {
  describeAssets,
  describeDisposal,
  describeDisposalReversal,
} from '../../features/contributions/securities/staff/describe-assets.tsx'
import { describeMove } from '../../features/contributions/staff/describe-move.tsx'
import { describeCorrection, describeReceipt } from '../../features/contributions/staff/describe-receipt.tsx'
import { describeReversal } from '../../features/contributions/staff/describe-reversal.tsx'
import { describeWriteOff } from '../../features/fees/staff/describe-write-off.tsx'
import { describeEntry } from '../../features/journal-entries/staff/describe-entry.tsx'
import { describeFiledFile } from '../../features/payments/staff/describe-filed-file.tsx'
import { describeBatch } from '../../features/posting-batches/staff/describe-batch.tsx'
import { PostingsToConfirm } from '../../features/posting-requests/staff/PostingsToConfirm.tsx'
import { describeDebit } from '../../features/reconciliation/staff/describe-debit.tsx'
import { describeSuspense } from '../../features/reconciliation/staff/describe-suspense.tsx'
import { TransfersToDecide } from '../../features/transfers/staff/TransfersToDecide.tsx'

/** /super-user-dashboard/requests: what waits for a decision belongs to nine features. */
export function RequestsScreen() {
  return (
    <RequestsPage>
      <PostingsToConfirm
        descriptions={{
          'receive-contribution': describeReceipt,
          'correct-contribution': describeCorrection,
          'reverse-contribution': describeReversal,
          'move-contribution': describeMove,
          'receive-assets': describeAssets,
          'dispose-of-holding': describeDisposal,
          'reverse-disposal': describeDisposalReversal,
          'reverse-entry': describeEntry,
          'bank-file': describeFiledFile,
          'posting-batch': describeBatch,
          'reverse-posting-batch': describeBatch,
          'write-off-fee': describeWriteOff,
          'bank-debit': describeDebit,
          'suspense-item': describeSuspense,
        }}
      />
      <TransfersToDecide />
    </RequestsPage>
  )
}
