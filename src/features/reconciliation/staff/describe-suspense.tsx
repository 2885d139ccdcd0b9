import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { payerItems } from '../../contributions/staff/describe-receipt.tsx'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { suspenseEndLabels } from '../domain/suspense-labels.ts'
import { filedDecision } from '../reconciliation.contract.ts'

/** A decision about money in suspense among the commands that wait for a second person. */
export function describeSuspense({ details }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const decision = z.decode(filedDecision, details as never)
  const { detail, end, contributionNumber, giftDate, payer, toBook, reason } = decision
  return {
    subject: detail,
    items: [
      { term: 'What the bank says', description: detail },
      { term: 'Decision', description: suspenseEndLabels[end] },
      ...(contributionNumber === null
        ? []
        : [{ term: 'Contribution', description: String(contributionNumber) }]),
      ...(giftDate === null
        ? []
        : [
            {
              term: 'Date of the gift',
              description: formatDate(giftDate, clientContext().clientSettings.locale),
            },
          ]),
      ...(payer === undefined ? [] : payerItems(payer)),
      ...(toBook === null ? [] : [{ term: 'Book', description: toBook }]),
      { term: 'Reason', description: reason },
    ],
  }
}
