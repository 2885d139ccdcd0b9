import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { payerItems } from '../../contributions/staff/describe-receipt.tsx'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { suspenseEndLabels } from '../domain/suspense-labels.ts'
import { filedDecision } from '../reconciliation.contract.ts'

/** A decision about money in suspense among the commands that wait for a second person. */
export function describeSuspense({ details }: PostingRequest, currency: Currency) {
  // Decoding validates what the server encoded with the same schema.
  const decision = z.decode(filedDecision, details as never)
  const { detail, end, contributionNumber, shares, others, giftDate, payer, toBook, reason } = decision
  const nameOf = (number: number): string => {
    const account = decision.accounts.find(each => each.contributionNumber === number)
    return account ? `${number} to ${account.accountName}, Account ID ${account.fundId}` : String(number)
  }
  const { locale } = clientContext().clientSettings
  return {
    subject: detail,
    items: [
      { term: 'What the bank says', description: detail },
      { term: 'Decision', description: suspenseEndLabels[end] },
      ...(contributionNumber === null
        ? []
        : [{ term: 'Contribution', description: nameOf(contributionNumber) }]),
      ...shares.map(({ contributionNumber: number, amountMinor }) => ({
        term: 'Another part',
        description: `Contribution ${nameOf(number)}: ${formatMoney(amountMinor, currency, locale)}`,
      })),
      ...others.map(other => ({
        term: 'Together with',
        description: `${other.detail}: ${formatMoney(other.amountMinor, currency, locale)}`,
      })),
      ...(giftDate === null
        ? []
        : [
            {
              term: 'Date of the gift',
              description: formatDate(giftDate, locale),
            },
          ]),
      ...(payer === undefined ? [] : payerItems(payer)),
      ...(toBook === null ? [] : [{ term: 'Book', description: toBook }]),
      { term: 'Reason', description: reason },
    ],
  }
}
