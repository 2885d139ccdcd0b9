import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useDebounced } from '../../web/api/use-debounced.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { Can } from '../../web/session/can.tsx'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Select } from '../../web/ui/fields/Select.tsx'
import { DocumentsTable } from './DocumentsTable.tsx'
import { documentsText } from './documents-text.ts'
import { type DocumentType, documentTypeNames, rulesOf } from './domain/document-types.ts'
import { UploadDocument } from './UploadDocument.tsx'

/** The URL contains the view: `?type=statement`. */
const searchSchema = z.object({ type: optionalParam(z.enum(documentTypeNames)) })

const choices: readonly { value: DocumentType | 'all'; text: string }[] = [
  { value: 'all', text: 'All documents' },
  ...documentTypeNames.map(value => ({ value, text: rulesOf(value).label })),
]

/** The list is fetched this long after the last choice (§9). */
const filterDelayMs = 10

/** /account-documents: all documents of the account that the person may read, by type (§2.8). */
export function AccountDocumentsPage() {
  const { type } = useSearchParams(searchSchema)
  const shownType = useDebounced(type, filterDelayMs)
  const navigate = useNavigate()
  const { fundId, writeAccess } = useCurrentAccount()
  const currency = useCurrency()
  const { displayName } = clientContext().clientSettings
  return (
    <>
      <PageHeading
        title="Account Documents"
        isAboveList
        lead={`Documents that ${displayName} stores for this account`}
      >
        Account Documents
      </PageHeading>
      <AccountNavigation current="/account-documents" />
      <section>
        <DocumentsTable
          choices={
            <Select
              label="Show"
              isLabelHidden
              name="document-type"
              value={type ?? 'all'}
              choices={choices}
              onChange={chosen =>
                void navigate({
                  to: paths.accountDocuments(chosen === 'all' ? undefined : chosen),
                  resetScroll: false,
                })
              }
            />
          }
          key={`${currency} ${fundId} ${shownType}`}
          caption="Account Documents"
          type={shownType}
          empty={
            shownType === undefined
              ? documentsText(displayName)
              : `There are no documents of the type ${rulesOf(shownType).label}.`
          }
        />
      </section>
      {writeAccess ? (
        <Can action="DOCUMENT_MANAGE">
          <UploadDocument key={`upload ${currency} ${fundId}`} fundId={fundId} />
        </Can>
      ) : null}
    </>
  )
}
