import * as z from 'zod/mini'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedReversal } from '../corrections.contract.ts'
import { reversalLabels } from '../domain/reversal.ts'

/** A contribution to take back among the commands that wait for a second person. */
export function describeReversal({ details, accountName, fundId, reason }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { category } = z.decode(filedReversal, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'Fund', description: `${accountName}, Account ID ${fundId}` },
      { term: 'Why it is taken back', description: reversalLabels[category] },
      { term: 'Reason', description: reason ?? '' },
    ],
  }
}
