import { AccountPage } from '../../features/account-details/AccountPage.tsx'
import { AdditionalDocuments } from '../../features/documents/AdditionalDocuments.tsx'

/** /account: its blocks belong to two features, which do not know each other. */
export function AccountScreen() {
  return <AccountPage documents={<AdditionalDocuments />} />
}
