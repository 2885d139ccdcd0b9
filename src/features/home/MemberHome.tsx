import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAccountOverview } from '../../contract/account-overview.contract.ts'
import { getContent } from '../../contract/published-content.contract.ts'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { BlockText } from '../../web/content/BlockText.tsx'
import type { Session } from '../../web/session/session-store.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import styles from './HomePage.module.css'
import { getHome } from './home.contract.ts'
import { FundHome } from './member/FundHome.tsx'
import { Waiting } from './member/Waiting.tsx'
import { QuickLinks } from './QuickLinks.tsx'

type MemberHomeProps = { session: Session & { state: 'signed-in' } }

/**
 * Home signed in: what waits, how the balance moved over a year, what happened last, and the charities at hand. All of it
 * is asked for at once; nothing is shown that what comes later would move.
 */
export function MemberHome({ session }: MemberHomeProps) {
  const { facts, fundId } = session
  const { clientSettings } = clientContext()
  const [firstFundId] = useState(fundId)
  const hasFund = fundId !== 0
  const params = { fundId }
  const account = useQuery({ ...query(getAccountOverview, { params }), enabled: hasFund })
  const home = useQuery({ ...query(getHome, { params }), enabled: hasFund })
  // A word that is not to be had keeps nobody from their money.
  const content = useQuery({ ...query(getContent, { params: { place: 'home' } }), throwOnError: false })
  const failed = [account, home].filter(({ isError }) => isError)
  const isWaiting = hasFund && !(account.data && home.data)

  // The account's name may take a line more in the bar above: nothing stands here yet that it would move.
  // After a switch of accounts the heading stays: shown anew, it would take the focus from where the person was.
  if (account.isLoading && fundId === firstFundId) return <HomeSkeleton />
  return (
    <>
      <div className={styles.top}>
        <PageHeading title="Home">Welcome, {facts.firstName}</PageHeading>
        <QuickLinks session={session} isFundOpen={account.data?.writeAccess === true} />
      </div>
      {failed.length > 0 ? (
        <>
          <Alert kind="danger">Your home page could not be loaded. Please try again.</Alert>
          <Button onPress={() => failed.forEach(each => void each.refetch())}>Try again</Button>
        </>
      ) : content.isPending ? (
        // The word stands above the rest: nothing is shown that it would move.
        <div className={styles.skeleton} />
      ) : (
        <>
          {hasFund && content.data ? (
            <BlockText content={content.data} name="home-member" className={styles.word} />
          ) : null}
          {isWaiting ? (
            <HomeSkeleton />
          ) : account.data && home.data ? (
            <FundHome account={account.data} home={home.data} />
          ) : (
            <>
              <Waiting home={null} className={styles.alone} />
              <p>
                There is no fund account under your name yet.
                {facts.scope.includes('cms_access')
                  ? null
                  : ` If you think that there should be one, please call ${clientSettings.support.phone}.`}
              </p>
            </>
          )}
        </>
      )}
    </>
  )
}

/** In the shape of what comes. */
function HomeSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton shape="text" lines={2} label="Loading your home page" />
      <Skeleton shape="chart" />
      <Skeleton shape="table" lines={8} />
    </div>
  )
}
