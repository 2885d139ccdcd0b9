import type { ComponentType } from 'react'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { Can } from '../../web/session/can.tsx'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { PendingDocumentsTable } from './PendingDocumentsTable.tsx'
import { pendingSearch } from './pending-view.ts'
import { SigningOutcome } from './SigningOutcome.tsx'

type PendingDocumentsPageProps = {
  /** The person's other accounts in which documents wait for their signature. */
  DocumentsElsewhere: ComponentType<{ fundId: number }>
}

/** /sign-pending-document: the account's documents that wait for signatures (§2.10). */
export function PendingDocumentsPage({ DocumentsElsewhere }: PendingDocumentsPageProps) {
  const shown = useSearchParams(pendingSearch)
  const { fundId, accountName } = useCurrentAccount()
  const currency = useCurrency()
  const key = `${currency} ${fundId}`
  return (
    <>
      <PageHeading
        title="Pending Documents"
        isAboveList
        lead={`Documents for ${accountName} that need a signature`}
      >
        Pending Documents
      </PageHeading>
      <AccountNavigation current="/sign-pending-document" />
      <Can action="DOCUMENT_VIEW">
        {shown.signing === undefined ? null : (
          <SigningOutcome
            key={`outcome ${key} ${shown.signing}`}
            fundId={fundId}
            transactionId={shown.signing}
          />
        )}
        <PendingDocumentsTable key={key} fundId={fundId} currency={currency} shown={shown} />
      </Can>
      <Can action="ACCOUNT_DETAIL_VIEW">
        <DocumentsElsewhere key={`elsewhere ${key}`} fundId={fundId} />
      </Can>
    </>
  )
}
