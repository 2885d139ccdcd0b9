import * as z from 'zod/mini'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedDebit } from '../bank-month.contract.ts'
import { debitKindLabels } from '../domain/debit-kinds.ts'
import { transferSideText } from '../domain/transfer-side.ts'

/** The explanation of a debit, or its withdrawal, among the commands that wait for a second person. */
export function describeDebit({ details }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const filed = z.decode(filedDebit, details as never)
  const { detail, kind, note, sides } = filed
  const { locale } = clientContext().clientSettings
  return {
    subject: detail,
    items: [
      ...(sides === null
        ? [{ term: 'What the bank says', description: detail }]
        : [
            { term: 'Debit', description: transferSideText(sides.debit, locale) },
            { term: 'Credit', description: transferSideText(sides.credit, locale) },
          ]),
      { term: 'What it was', description: debitKindLabels[kind] },
      { term: 'Note', description: note },
      ...('explanationId' in filed
        ? [{ term: 'Why the explanation is withdrawn', description: filed.reason }]
        : filed.creditLineId === null
          ? []
          : [{ term: 'Money', description: 'The credit leaves suspense as our own money' }]),
    ],
  }
}
