import { useQuery } from '@tanstack/react-query'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { getAuditState } from '../../audit/audit.contract.ts'
import styles from './AuditPage.module.css'
import { stateLabel } from './audit-labels.ts'

/** The result of the last verification of the audit log. */
export function AuditState() {
  const state = useQuery(query(getAuditState, {}))
  if (!state.data) return <p className={styles.state} />
  const { isBroken, text } = stateLabel(state.data, clientContext().clientSettings.locale)
  if (!isBroken) return <p className={styles.state}>{text}</p>
  return (
    <Alert kind="danger" heading="The audit log is damaged">
      {text} Tell your system administrator. The events below may be wrong or incomplete.
    </Alert>
  )
}
