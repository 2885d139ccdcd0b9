import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { receivedContribution } from '../contributions.contract.ts'
import { filedCorrection } from '../corrections.contract.ts'
import { type ContributionMethod, methodTexts, type Payer, payerKindLabels } from '../domain/payer.ts'

const day = (date: Parameters<typeof formatDate>[0]) =>
  formatDate(date, clientContext().clientSettings.locale)

/** Who pays, among what a second person reads. `until`: words after each term. */
export const payerItems = ({ kind, name, address, acceptanceReason }: Payer, until = '') => [
  { term: `Payer${until}`, description: `${name} (${payerKindLabels[kind]})` },
  ...(address === null ? [] : [{ term: `Address${until}`, description: address.split('\n').join(', ') }]),
  ...(acceptanceReason === null ? [] : [{ term: `Why we accept it${until}`, description: acceptanceReason }]),
]

const howItCame = (method: ContributionMethod | null): string =>
  method === null ? 'Not known' : inClientEnglish(methodTexts[method].label)

/** The receipt of a contribution among the commands that wait for a second person. */
export function describeReceipt({ details, accountName, fundId }: PostingRequest) {
  // Decoding validates what the server encoded with the same schema.
  const { payer, method, giftDate, effectiveDate } = z.decode(receivedContribution, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'Fund', description: `${accountName}, Account ID ${fundId}` },
      ...(payer === undefined
        ? [{ term: 'Payer', description: 'The donors of the account' }]
        : payerItems(payer)),
      ...(method === undefined ? [] : [{ term: 'How it came', description: howItCame(method) }]),
      { term: 'Date of gift', description: day(giftDate) },
      { term: 'Effective date', description: day(effectiveDate) },
    ],
  }
}

const until = ' until now'

/** The correction of a contribution whose receipt was issued, or whose money came from an IRA: what it was, and what it becomes. */
export function describeCorrection({ details, accountName, fundId, reason }: PostingRequest) {
  // As above.
  const { payer, giftDate, method, before } = z.decode(filedCorrection, details as never)
  return {
    subject: accountName ?? '',
    items: [
      { term: 'Fund', description: `${accountName}, Account ID ${fundId}` },
      ...(before.payer === null
        ? [{ term: `Payer${until}`, description: 'Not known' }]
        : payerItems(before.payer, until)),
      ...payerItems(payer),
      { term: `Date of gift${until}`, description: day(before.giftDate) },
      { term: 'Date of gift', description: day(giftDate) },
      ...(method === undefined || method === before.method
        ? []
        : [
            { term: `How it came${until}`, description: howItCame(before.method) },
            { term: 'How it came', description: howItCame(method) },
          ]),
      { term: 'Reason', description: reason ?? '' },
    ],
  }
}
