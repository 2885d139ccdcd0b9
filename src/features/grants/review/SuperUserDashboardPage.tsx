import { useNavigate } from '@tanstack/react-router'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { FindAccount } from '../../accounts/FindAccount.tsx'
import { EndingWarnings } from '../../settings/staff/Endings.tsx'
import { DueToday } from './DueToday.tsx'
import { GrantQueue } from './GrantQueue.tsx'
import { addressOfQueue, queueSearch } from './queue-view.ts'
import styles from './SuperUserDashboardPage.module.css'

/** The sponsor's staff see what is due today and the grant queues, and can open any account of the realm (§17). */
export function SuperUserDashboardPage() {
  const view = useSearchParams(queueSearch)
  const navigate = useNavigate()
  return (
    <>
      <div className={styles.top}>
        <PageHeading title="Super User Dashboard" isAboveList>
          Super User Dashboard
        </PageHeading>
        <FindAccount />
      </div>
      <EndingWarnings />
      <DueToday />
      <GrantQueue
        view={view}
        onView={next => void navigate({ to: addressOfQueue(next), replace: true, resetScroll: false })}
      />
    </>
  )
}
