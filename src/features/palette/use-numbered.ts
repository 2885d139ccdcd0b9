import { useQuery } from '@tanstack/react-query'
import type { LoadRequest } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { staffPaths } from '../../web/routing/staff-paths.ts'
import { charityName } from '../charities/domain/charity-name.ts'
import { listAllGrants } from '../grants/all/all-grants.contract.ts'
import { paymentLabel } from '../grants/domain/payment-label.ts'
import { listJournalEntries } from '../journal-entries/journal-entries.contract.ts'
import type { Numbered } from './choices.ts'

/** Shorter numbers are a part of too many texts, and people type them for something else. */
const isNumber = /^(?:GRANT-)?\d{3,12}$/i
const maxOfKind = 3

type Search = { keywords: string; maySeeGrants: boolean; maySeeEntries: boolean }

/** The grants and entries of the ledger that a number finds, for staff: by the number of the grant, of its check, of an entry or of an account. */
export function useNumbered({ keywords, maySeeGrants, maySeeEntries }: Search): {
  numbered: readonly Numbered[]
  isFetching: boolean
  requests: readonly LoadRequest[]
} {
  const { locale } = clientContext().clientSettings
  const isAsked = isNumber.test(keywords)
  const about = { query: { keywords, first: maxOfKind } }
  const grants = useQuery({ ...query(listAllGrants, about), enabled: isAsked && maySeeGrants })
  const entries = useQuery({ ...query(listJournalEntries, about), enabled: isAsked && maySeeEntries })
  return {
    numbered: [
      ...(grants.data?.data ?? []).map(row => ({
        key: `numbered grant ${row.grantId}`,
        title: `Grant ${row.transactionId} to ${charityName(row.charityName)}`,
        note: [
          row.state,
          row.paymentMethod && paymentLabel(row.paymentMethod, row.paymentReference, locale),
          row.accountName,
        ]
          .filter(Boolean)
          .join(' · '),
        to: staffPaths.reviewGrant(row.grantId),
      })),
      ...(entries.data?.data ?? []).map(row => ({
        key: `numbered entry ${row.entryId}`,
        title: `Entry ${row.transactionId}`,
        note: [row.transactionTypeName, row.accountName].filter(Boolean).join(' · '),
        to: staffPaths.journalEntry(row.entryId),
      })),
    ],
    isFetching: grants.isFetching || entries.isFetching,
    requests: [grants, entries],
  }
}
