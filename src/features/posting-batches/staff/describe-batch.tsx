import * as z from 'zod/mini'
import { countOf } from '../../../domain/count-of.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { batchOfRequest } from '../posting-batches.contract.ts'

/** A batch among the commands that wait for a second person: its name and size, with the page that shows its lines. */
export function describeBatch({ subjectId, details, reason }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { batchNumber, reference, lines } = z.decode(batchOfRequest, details as never)
  return {
    subject: reference,
    items: [
      {
        term: 'Batch',
        description: (
          <>
            <Link to={staffPaths.postingBatch(subjectId)}>Batch {batchNumber}</Link>, {reference},{' '}
            {countOf(lines, 'line', clientContext().clientSettings.locale)}
          </>
        ),
      },
      ...(reason === null ? [] : [{ term: 'Reason', description: reason }]),
    ],
  }
}
