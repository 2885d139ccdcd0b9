import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import styles from './AccountDocuments.module.css'
import { DocumentsTable } from './DocumentsTable.tsx'
import { documentsText } from './documents-text.ts'

/** The block of Account Details that always shows (§2.8). */
export function AdditionalDocuments() {
  const { displayName } = clientContext().clientSettings
  const { fundId } = useCurrentAccount()
  const currency = useCurrency()
  return (
    <section className={styles.section}>
      <h2>Additional Documents</h2>
      <p>{documentsText(displayName)}</p>
      <DocumentsTable
        key={`${currency} ${fundId}`}
        caption="Additional Documents"
        empty="There are no documents yet."
      />
      <p>
        <Link to={paths.accountDocuments()}>All account documents by type</Link>
      </p>
    </section>
  )
}
