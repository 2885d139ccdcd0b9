import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { SupportNotice } from '../../web/client-context/SupportNotice.tsx'
import { AccountNavigation } from '../../web/routing/AccountNavigation.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan, useCurrency } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Tabs } from '../../web/ui/navigation/Tabs.tsx'
import { statusNotes } from '../accounts/domain/account-status.ts'
import { AccountStatusSection } from './AccountStatusSection.tsx'
import { AccountSummary } from './AccountSummary.tsx'
import { type AccountTab, accountTabNames, useAccountTabs } from './account-tabs.ts'
import { PeopleChanges } from './PeopleChanges.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { exportRelationships, listInterestedParties, listRelationships } from './relationships.contract.ts'
import { interestedPartiesList, relationshipsList } from './relationships.list.ts'

const searchSchema = z.object({ show: optionalParam(z.enum(accountTabNames)) })

type AccountPageProps = {
  /** Parts of the summary. */
  plan: ReactNode
  latestDocuments: ReactNode
  /** Panels of other features. */
  successors: ReactNode
  documents: ReactNode
  transfers: ReactNode
}

/** /account: the account at a glance, and its people, successors, documents and transfers in tabs, each by its permission (§2.8). */
export function AccountPage({ plan, latestDocuments, ...parts }: AccountPageProps) {
  const { show } = useSearchParams(searchSchema)
  const navigate = useNavigate()
  const { fundId, accountStatus } = useCurrentAccount()
  const currency = useCurrency()
  const mayUpdate = useCan('ACCOUNT_UPDATE_VIEW')
  const tabs = useAccountTabs()
  const current = tabs.find(({ key }) => key === show) ?? tabs[0]
  return (
    <>
      <PageHeading
        title="Account Details"
        lead={`This is an overview of your donor-advised fund account.${mayUpdate ? ' To submit updates, click Update Account.' : ''}`}
        actions={
          mayUpdate ? (
            <Link to={paths.updateAccount()} look="button">
              Update Account
            </Link>
          ) : null
        }
      >
        Manage Account
      </PageHeading>
      <AccountNavigation current="/account" />
      <SupportNotice text={statusNotes[accountStatus]} />
      <AccountSummary plan={plan} documents={latestDocuments} hasPeopleBelow={current?.key === 'people'} />
      {current === undefined ? null : (
        <Tabs
          label="Parts of the account"
          tabs={tabs}
          current={current.key}
          onChange={key => void navigate({ to: paths.account(key), replace: true, resetScroll: false })}
          panel={tab => <Panel key={`${currency} ${fundId}`} tab={tab} {...parts} />}
        />
      )}
    </>
  )
}

type PanelProps = { tab: AccountTab } & Pick<AccountPageProps, 'successors' | 'documents' | 'transfers'>

function Panel({ tab, successors, documents, transfers }: PanelProps) {
  const { id, fundId } = useCurrentAccount()
  switch (tab) {
    case 'people':
      return (
        <PeopleTable
          title="Account Relationships"
          what="relationships"
          list={relationshipsList}
          endpoint={listRelationships}
          exportEndpoint={exportRelationships}
          fundId={fundId}
        >
          <PeopleChanges fundId={fundId} />
        </PeopleTable>
      )
    case 'legacy-plan':
      return successors
    case 'documents':
      return documents
    case 'transfers':
      return transfers
    case 'interested-parties':
      return (
        <PeopleTable
          title="All Interested Parties"
          what="interested parties"
          list={interestedPartiesList}
          endpoint={listInterestedParties}
          fundId={fundId}
        />
      )
    case 'status':
      return <AccountStatusSection accountId={id} />
  }
}
