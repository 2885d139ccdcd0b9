import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { IsoDate } from '../../domain/dates.ts'
import { addMonths } from '../../domain/dates.ts'
import { Can } from '../../web/can.tsx'
import { clientContext } from '../../web/client-context.ts'
import { useCurrentAccount } from '../../web/current-account.ts'
import { paths } from '../../web/paths.ts'
import { query } from '../../web/query.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import { BalancePanel } from '../fund-activity/statement/BalancePanel.tsx'
import { listGrants } from '../grants/grants.contract.ts'
import type { SessionFacts } from '../sign-in/sign-in.contract.ts'
import styles from './HomePage.module.css'
import { LatestGrants } from './LatestGrants.tsx'

type MemberHomeProps = { facts: SessionFacts; fundId: number }

/** Home signed in: what one can do, how the balance moved over a year, the latest grants and where they stand. */
export function MemberHome({ facts, fundId }: MemberHomeProps) {
  return (
    <>
      <PageHeading title="Home">Welcome, {facts.firstName}</PageHeading>
      <p className={styles.actions}>
        <Can action="GRANT_RECOMMEND">
          <Link to={paths.recommendGrant()} look="primary-button">
            Recommend a Grant
          </Link>
        </Can>
        <Can action="FUND_ACTIVITY_VIEW">
          <Link to={paths.fundActivity()} look="button">
            Fund Activity
          </Link>
        </Can>
        <Can action="SUPER_DASHBOARD_VIEW">
          <Link to={paths.superUserDashboard()} look="button">
            Super User Dashboard
          </Link>
        </Can>
      </p>
      {fundId === 0 ? <p>There is no fund account under your name yet.</p> : <FundAtAGlance />}
    </>
  )
}

function FundAtAGlance() {
  const headingId = useId()
  const account = useCurrentAccount()
  const today = clientContext().house.today as IsoDate
  const yearAgo = addMonths(today, -12)
  const from = account.openedDate > yearAgo ? account.openedDate : yearAgo
  const grants = useQuery(query(listGrants, { params: { fundId: account.fundId }, query: { first: 5 } }))
  return (
    <>
      <section aria-label="The last twelve months" className={styles.part}>
        <BalancePanel fundId={account.fundId} range={{ from, to: today }} currency={account.currency} />
      </section>
      <section aria-labelledby={headingId} className={styles.part}>
        <h2 id={headingId}>Latest grants</h2>
        {grants.data ? (
          <LatestGrants grants={grants.data.data} currency={account.currency} />
        ) : (
          <Skeleton shape="table" lines={5} label="Loading your grants" />
        )}
      </section>
    </>
  )
}
