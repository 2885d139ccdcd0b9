import * as z from 'zod/mini'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedMove } from '../corrections.contract.ts'
import { payerItems } from './describe-receipt.tsx'

/** The move of a contribution among the commands that wait for a second person. */
export function describeMove({ details, accountName, fundId, reason }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { toFundId, toAccountName, payer } = z.decode(filedMove, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'From', description: `${accountName}, Account ID ${fundId}` },
      { term: 'To', description: `${toAccountName}, Account ID ${toFundId}` },
      ...(payer === null
        ? [{ term: 'Payer', description: 'Not known, so there is no receipt' }]
        : payerItems(payer)),
      { term: 'Reason', description: reason ?? '' },
    ],
  }
}
