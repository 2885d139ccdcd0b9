import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { getContent } from '../../contract/published-content.contract.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import type { Session } from '../../web/session/session-store.ts'
import { classNames } from '../../web/ui/class-names.ts'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import styles from './HomePage.module.css'
import { getHome } from './home.contract.ts'
import { AttentionList } from './member/AttentionList.tsx'
import { FundHome } from './member/FundHome.tsx'
import { Picture } from './Picture.tsx'
import { QuickLinks } from './QuickLinks.tsx'

// Few people have no account.
const WithoutFund = lazy(() =>
  import('./member/WithoutFund.tsx').then(module => ({ default: module.WithoutFund })),
)

type MemberHomeProps = { session: Session & { state: 'signed-in' } }

/**
 * The home page of a signed-in person: items that need attention, the balance over a year, the latest activity and the
 * saved charities. All requests start at once, and nothing is shown before it has its final place.
 */
export function MemberHome({ session }: MemberHomeProps) {
  const { facts, fundId } = session
  const { clientSettings } = clientContext()
  const [firstFundId] = useState(fundId)
  const hasFund = fundId !== 0
  const params = { fundId }
  const account = useQuery({ ...query(getAccountOverview, { params }), enabled: hasFund })
  const home = useQuery({ ...query(getHome, { params }), enabled: hasFund })
  // The editors' text is optional: the page works without it.
  const content = useQuery({ ...query(getContent, { params: { place: 'home' } }), throwOnError: false })
  // After a failed refresh the page stays as it was.
  const hasFailed = account.isLoadingError || home.isLoadingError
  const isWaiting = hasFund && !(account.data && home.data)

  // A long account name can add a line to the bar above and shift the page, so the placeholder stays until it is known.
  // After a switch of accounts the heading stays mounted: mounting it again would move the focus.
  if (account.isLoading && fundId === firstFundId) return <HomeSkeleton />
  return (
    <>
      <div className={classNames(styles.top, styles[clientSettings.home.arrangement])}>
        <PageHeading title="Home" lead={clientSettings.home.greeting}>
          Welcome, {facts.firstName}
        </PageHeading>
        <Picture className={styles.picture} />
        <QuickLinks
          session={session}
          isFundOpen={account.data?.writeAccess === true && account.data.accountStatus === 'Active'}
        />
      </div>
      {hasFailed ? (
        <LoadFailure what="Your home page" requests={[account, home]} />
      ) : content.isPending ? (
        // The editors' text is above the rest: showing anything earlier would make it jump.
        <div className={styles.skeleton} />
      ) : (
        <>
          {hasFund && content.data ? (
            <BlockText content={content.data} name="home-member" className={styles.intro} />
          ) : null}
          {isWaiting ? (
            <HomeSkeleton />
          ) : account.data && home.data ? (
            <FundHome account={account.data} home={home.data} />
          ) : (
            <>
              <AttentionList home={null} className={styles.standalone} />
              <Suspense>
                <WithoutFund isEditor={facts.scope.includes('cms_access')} />
              </Suspense>
            </>
          )}
        </>
      )}
    </>
  )
}

function HomeSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton shape="text" lines={2} label="Loading your home page" />
      <Skeleton shape="chart" />
      <Skeleton shape="table" lines={8} />
    </div>
  )
}
