import { AccountPage } from '../../features/account-details/AccountPage.tsx'
import { AdditionalDocuments } from '../../features/documents/AdditionalDocuments.tsx'
import { SuccessorsBlock } from '../../features/legacy-plan/SuccessorsTable.tsx'
import { TransfersSection } from '../../features/transfers/TransfersSection.tsx'

/** /account: its blocks belong to four features, which do not know each other. */
export function AccountScreen() {
  return (
    <AccountPage
      successors={<SuccessorsBlock />}
      transfers={<TransfersSection />}
      documents={<AdditionalDocuments />}
    />
  )
}
