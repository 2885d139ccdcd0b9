import { FeeRunCharges } from '../../features/fees/staff/FeeRunCharges.tsx'
import { PostingBatchPage } from '../../features/posting-batches/staff/PostingBatchPage.tsx'

/** /super-user-dashboard/postings/{id}: the working of a fee run belongs to a feature above that of batches. */
export const PostingBatchScreen = () => (
  <PostingBatchPage
    workingOf={({ batchId, source, currency }) =>
      source === 'fee-run' ? <FeeRunCharges batchId={batchId} currency={currency} /> : null
    }
  />
)
