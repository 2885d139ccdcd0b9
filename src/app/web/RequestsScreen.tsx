import { RequestsPage } from '../../features/account-details/staff/RequestsPage.tsx'
import { describeFiledFile } from '../../features/payments/staff/describe-filed-file.tsx'
import { describeBatch } from '../../features/posting-batches/staff/describe-batch.tsx'
import { PostingsToConfirm } from '../../features/posting-requests/staff/PostingsToConfirm.tsx'
import { describeDebit } from '../../features/reconciliation/staff/describe-debit.tsx'
import { describeSuspense } from '../../features/reconciliation/staff/describe-suspense.tsx'
import { TransfersToDecide } from '../../features/transfers/staff/TransfersToDecide.tsx'

/** /super-user-dashboard/requests: what waits for a decision belongs to six features. */
export function RequestsScreen() {
  return (
    <RequestsPage>
      <PostingsToConfirm
        descriptions={{
          'bank-file': describeFiledFile,
          'posting-batch': describeBatch,
          'reverse-posting-batch': describeBatch,
          'bank-debit': describeDebit,
          'suspense-item': describeSuspense,
        }}
      />
      <TransfersToDecide />
    </RequestsPage>
  )
}
