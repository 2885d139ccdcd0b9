import { RequestsPage } from '../../features/account-details/staff/RequestsPage.tsx'
import { describeFiledFile } from '../../features/payments/staff/describe-filed-file.tsx'
import { PostingsToConfirm } from '../../features/posting-requests/staff/PostingsToConfirm.tsx'
import { describeSuspense } from '../../features/reconciliation/staff/describe-suspense.tsx'
import { TransfersToDecide } from '../../features/transfers/staff/TransfersToDecide.tsx'

/** /super-user-dashboard/requests: what waits for a decision belongs to five features. */
export function RequestsScreen() {
  return (
    <RequestsPage>
      <PostingsToConfirm
        descriptions={{ 'bank-file': describeFiledFile, 'suspense-item': describeSuspense }}
      />
      <TransfersToDecide />
    </RequestsPage>
  )
}
