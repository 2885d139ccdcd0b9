import type { PostingKind } from '../domain/posting-kinds.ts'
import type { PostingRequestRecord } from './posting-requests.queries.ts'

/** What the grant or the contribution says about the command that waits for a second person. */
export const waitingResponse = ({
  kind,
  requested_by_name: requestedByName,
  requested_at: requestedAt,
}: Pick<PostingRequestRecord, 'kind' | 'requested_by_name' | 'requested_at'>) => ({
  // The table's check constraint allows no other kind.
  kind: kind as PostingKind,
  requestedByName,
  requestedAt: requestedAt.toISOString(),
})
