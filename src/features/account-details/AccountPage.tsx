import type { ReactNode } from 'react'
import { SupportNotice } from '../../web/client-context/SupportNotice.tsx'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { Can } from '../../web/session/can.tsx'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCurrency } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { statusNotes } from '../accounts/domain/account-status.ts'
import { AccountStatusSection } from './AccountStatusSection.tsx'
import { PeopleChanges } from './PeopleChanges.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { exportRelationships, listInterestedParties, listRelationships } from './relationships.contract.ts'
import { interestedPartiesList, relationshipsList } from './relationships.list.ts'

/** /account: the people, successors, transfers and documents of an account, each block by its permission (§2.8). */
export function AccountPage({
  successors,
  transfers,
  documents,
}: {
  successors: ReactNode
  transfers: ReactNode
  documents: ReactNode
}) {
  const account = useCurrentAccount()
  const { fundId } = account
  const currency = useCurrency()
  const key = `${currency} ${fundId}`
  return (
    <>
      <PageHeading
        title="Account Details"
        lead="This is an overview of your donor-advised fund account. To submit updates, click Update Account."
      >
        Manage Account
      </PageHeading>
      <AccountNavigation current="/account" />
      <SupportNotice text={statusNotes[account.accountStatus]} />
      <Can action="ACCOUNT_UPDATE_VIEW">
        <p>
          <Link to={paths.updateAccount()} look="primary-button">
            Update Account
          </Link>
        </p>
      </Can>
      <Can action="ACCOUNT_RELATIONSHIP_VIEW">
        <PeopleTable
          key={`relationships ${key}`}
          title="Account Relationships"
          what="relationships"
          list={relationshipsList}
          endpoint={listRelationships}
          exportEndpoint={exportRelationships}
          fundId={fundId}
        >
          <PeopleChanges key={`changes ${key}`} fundId={fundId} />
        </PeopleTable>
      </Can>
      {successors}
      <Can action="FUND_DISTRIBUTION_VIEW">{transfers}</Can>
      <Can action="SUPER_DASHBOARD_VIEW">
        <AccountStatusSection key={`status ${key}`} accountId={account.id} />
      </Can>
      <Can action="ACCOUNT_ALL_IP_VIEW">
        <PeopleTable
          key={`parties ${key}`}
          title="All Interested Parties"
          what="interested parties"
          list={interestedPartiesList}
          endpoint={listInterestedParties}
          fundId={fundId}
        />
      </Can>
      {documents}
    </>
  )
}
