import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { receivedContribution } from '../contributions.contract.ts'
import { correctedContribution } from '../corrections.contract.ts'
import { methodTexts, type Payer, payerKindLabels } from '../domain/payer.ts'

const day = (date: Parameters<typeof formatDate>[0]) =>
  formatDate(date, clientContext().clientSettings.locale)

const payerItems = ({ kind, name, address }: Payer) => [
  { term: 'Payer', description: `${name} (${payerKindLabels[kind]})` },
  ...(address === null ? [] : [{ term: 'Address', description: address.split('\n').join(', ') }]),
]

/** The receipt of a contribution among the commands that wait for a second person. */
export function describeReceipt({ details, accountName, fundId, reason }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { payer, method, giftDate, effectiveDate } = z.decode(receivedContribution, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'Fund', description: `${accountName}, Account ID ${fundId}` },
      ...(payer === undefined
        ? [{ term: 'Payer', description: 'The donors of the account' }]
        : payerItems(payer)),
      ...(method === undefined
        ? []
        : [{ term: 'How it came', description: inClientEnglish(methodTexts[method].label) }]),
      { term: 'Date of gift', description: day(giftDate) },
      { term: 'Effective date', description: day(effectiveDate) },
      ...(reason === null ? [] : [{ term: 'Why we accept it', description: reason }]),
    ],
  }
}

/** The correction of a contribution whose receipt was issued. */
export function describeCorrection({ details, accountName, fundId, reason }: PostingRequest) {
  // As above.
  const { payer, giftDate } = z.decode(correctedContribution, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'Fund', description: `${accountName}, Account ID ${fundId}` },
      ...payerItems(payer),
      { term: 'Date of gift', description: day(giftDate) },
      { term: 'Reason', description: reason ?? '' },
    ],
  }
}
