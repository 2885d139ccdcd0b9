import type { AccountStatus } from '../../contract/account-overview.contract.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { statusNotes } from './domain/account-status.ts'

/** Says what the status of an account stops; empty for an active account (§16). */
export function AccountStatusNote({ status }: { status: AccountStatus }) {
  const { support } = clientContext().clientSettings
  const text = statusNotes[status]
  return text === null ? null : (
    <Alert kind="information">
      {text} If you have any questions, please call {support.phone}.
    </Alert>
  )
}
