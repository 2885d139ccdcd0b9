import * as z from 'zod/mini'
import { batchKinds } from '../../posting-batches/domain/posting-batch.ts'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedWriteOff } from '../fee-write-offs.contract.ts'

/** The write-off of an owed fee among the commands that wait for a second person. */
export function describeWriteOff({ details, accountName, fundId, reason }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { kind } = z.decode(filedWriteOff, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'Account', description: `${accountName}, Account ID ${fundId}` },
      { term: 'Owed fee', description: batchKinds[kind].label },
      { term: 'Reason', description: reason ?? '' },
    ],
  }
}
