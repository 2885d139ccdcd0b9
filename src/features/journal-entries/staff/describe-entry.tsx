import * as z from 'zod/mini'
import { formatDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { entryOfRequest } from '../journal-entries.contract.ts'

/** The reversal of an entry among the commands that wait for a second person. */
export function describeEntry(
  { subjectId, details, accountName, fundId, reason }: PostingRequest,
  currency: Currency,
) {
  const { locale } = clientContext().clientSettings
  // Decoding validates what the server encoded with the same schema.
  const { transactionId, transactionTypeName, effectiveDate, replacement } = z.decode(
    entryOfRequest,
    details as never,
  )
  return {
    subject: accountName ?? '',
    items: [
      {
        term: 'Entry',
        description: (
          <>
            <Link to={staffPaths.journalEntry(subjectId)}>{transactionId}</Link>,{' '}
            {inClientEnglish(transactionTypeName)} of {formatDate(effectiveDate, locale)}
          </>
        ),
      },
      { term: 'Fund', description: `${accountName}, Account ID ${fundId}` },
      ...(replacement === null
        ? []
        : [
            {
              term: 'In its place',
              description: `${formatMoney(replacement.amountMinor, currency, locale)} in Account ID ${replacement.fundId}${replacement.comment === '' ? '' : `: ${replacement.comment}`}`,
            },
          ]),
      { term: 'Reason, which donors read', description: reason ?? '' },
    ],
  }
}
