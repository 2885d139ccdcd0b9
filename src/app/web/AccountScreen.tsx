import { AccountPage } from '../../features/account-details/AccountPage.tsx'
import { AdditionalDocuments, AllDocuments } from '../../features/documents/AdditionalDocuments.tsx'
import { PlanSentence } from '../../features/legacy-plan/PlanSentence.tsx'
import { SuccessorsBlock } from '../../features/legacy-plan/SuccessorsTable.tsx'
import { TransfersSection } from '../../features/transfers/TransfersSection.tsx'

/** /account: its parts belong to four features, which do not know each other. */
export function AccountScreen() {
  return (
    <AccountPage
      plan={<PlanSentence />}
      latestDocuments={<AdditionalDocuments />}
      successors={<SuccessorsBlock />}
      documents={<AllDocuments />}
      transfers={<TransfersSection />}
    />
  )
}
