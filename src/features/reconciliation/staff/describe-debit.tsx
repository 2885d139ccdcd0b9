import * as z from 'zod/mini'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedDebit } from '../bank-month.contract.ts'
import { debitKindLabels } from '../domain/debit-kinds.ts'

/** The explanation of a debit, or its withdrawal, among the commands that wait for a second person. */
export function describeDebit({ details }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const filed = z.decode(filedDebit, details as never)
  const { detail, kind, note } = filed
  return {
    subject: detail,
    items: [
      { term: 'What the bank says', description: detail },
      { term: 'What it was', description: debitKindLabels[kind] },
      { term: 'Note', description: note },
      ...('explanationId' in filed
        ? [{ term: 'Why the explanation is withdrawn', description: filed.reason }]
        : filed.creditLineId === null
          ? []
          : [{ term: 'Credit', description: 'Found on our other account; it leaves suspense' }]),
    ],
  }
}
