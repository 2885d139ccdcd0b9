import * as z from 'zod/mini'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedExplanation } from '../bank-month.contract.ts'
import { debitKindLabels } from '../domain/debit-kinds.ts'

/** The explanation of a debit among the commands that wait for a second person. */
export function describeDebit({ details }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { detail, kind, note } = z.decode(filedExplanation, details as never)
  return {
    subject: detail,
    items: [
      { term: 'What the bank says', description: detail },
      { term: 'What it was', description: debitKindLabels[kind] },
      { term: 'Note', description: note },
    ],
  }
}
