import * as z from 'zod/mini'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedMove } from '../contributions.contract.ts'

/** The move of a contribution among the commands that wait for a second person. */
export function describeMove({ details, accountName, fundId, reason }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { toFundId, toAccountName } = z.decode(filedMove, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'From', description: `${accountName}, Account ID ${fundId}` },
      { term: 'To', description: `${toAccountName}, Account ID ${toFundId}` },
      { term: 'Reason', description: reason ?? '' },
    ],
  }
}
