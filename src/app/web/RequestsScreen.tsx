import { RequestsPage } from '../../features/account-details/staff/RequestsPage.tsx'
import { describeFiledFile } from '../../features/payments/staff/describe-filed-file.tsx'
import { describeBatch } from '../../features/posting-batches/staff/describe-batch.tsx'
import { PostingsToConfirm } from '../../features/posting-requests/staff/PostingsToConfirm.tsx'
import { TransfersToDecide } from '../../features/transfers/staff/TransfersToDecide.tsx'

/** /super-user-dashboard/requests: what waits for a decision belongs to four features. */
export function RequestsScreen() {
  return (
    <RequestsPage>
      <PostingsToConfirm
        descriptions={{
          'bank-file': describeFiledFile,
          'posting-batch': describeBatch,
          'reverse-posting-batch': describeBatch,
        }}
      />
      <TransfersToDecide />
    </RequestsPage>
  )
}
