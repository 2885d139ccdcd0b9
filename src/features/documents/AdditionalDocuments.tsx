import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { queryList } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import styles from './AccountDocuments.module.css'
import { DocumentsTable } from './DocumentsTable.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { listDocuments } from './documents.contract.ts'
import { documentsList } from './documents.list.ts'
import { documentsText } from './documents-text.ts'
import { documentTitle } from './domain/document-title.ts'
import { rulesOf } from './domain/document-types.ts'
import { useSaveDocument } from './use-save-document.ts'

const maxShown = 3

/** The block of Account Details that always shows (§2.8), with the latest documents. */
export function AdditionalDocuments() {
  const { displayName, locale } = clientContext().clientSettings
  const { fundId } = useCurrentAccount()
  const saving = useSaveDocument()
  const listed = useQuery(
    queryList(listDocuments, { params: { fundId }, query: { sort: documentsList.defaultSort } }, '10'),
  )
  return (
    <>
      <h3>Additional Documents</h3>
      <p className={styles.purpose}>{documentsText(displayName)}</p>
      {listed.data ? (
        <>
          <ul className={styles.latest}>
            {listed.data.data.slice(0, maxShown).map(row => (
              <li key={row.documentId}>
                <span>
                  {documentTitle(row.fileName)}
                  <Note>
                    {rulesOf(row.type).label}, {formatDate(row.addedDate, locale, 'short')}
                  </Note>
                </span>
                <DownloadButton row={row} {...saving} />
              </li>
            ))}
          </ul>
          {listed.data.meta.total > maxShown ? (
            <p className={styles.all}>
              <Link to={paths.accountDocuments()}>All {listed.data.meta.total} documents</Link>
            </p>
          ) : null}
        </>
      ) : listed.isLoadingError ? (
        <LoadFailure what="The latest documents" requests={[listed]} />
      ) : (
        <Skeleton shape="table" lines={maxShown} label="Loading the latest documents" />
      )}
    </>
  )
}

/** All documents of the account, in a tab of Account Details. */
export function AllDocuments() {
  const { fundId } = useCurrentAccount()
  const currency = useCurrency()
  return (
    <section className={styles.section}>
      <h2>Account documents</h2>
      <DocumentsTable
        key={`${currency} ${fundId}`}
        caption="Account documents"
        empty="There are no documents yet."
      />
      <p>
        <Link to={paths.accountDocuments()}>All account documents by type</Link>
      </p>
    </section>
  )
}
