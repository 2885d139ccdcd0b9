import { AccountPage } from '../../features/account-details/AccountPage.tsx'
import { AdditionalDocuments } from '../../features/documents/AdditionalDocuments.tsx'
import { SuccessorsBlock } from '../../features/legacy-plan/SuccessorsTable.tsx'

/** /account: its blocks belong to three features, which do not know each other. */
export function AccountScreen() {
  return <AccountPage successors={<SuccessorsBlock />} documents={<AdditionalDocuments />} />
}
