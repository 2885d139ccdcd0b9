import { useNavigate } from '@tanstack/react-router'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { useCan } from '../../../web/session/session.ts'
import { FindAccount } from '../../accounts/FindAccount.tsx'
import { GrantQueue } from './GrantQueue.tsx'
import { addressOfQueue, queueSearch } from './queue-view.ts'
import styles from './SuperUserDashboardPage.module.css'

/** The sponsor's staff see the grant queues and can open any account of the realm (§17). */
export function SuperUserDashboardPage() {
  const view = useSearchParams(queueSearch)
  const navigate = useNavigate()
  const mayApprove = useCan('GRANT_APPROVE')
  const mayDecide = useCan('GRANT_PAY') || mayApprove
  return (
    <>
      <div className={styles.top}>
        <PageHeading
          title="Super User Dashboard"
          lead={
            mayDecide
              ? 'Grants for your attention, oldest first'
              : 'Grants that are not paid yet, oldest first'
          }
        >
          Super User Dashboard
        </PageHeading>
        <FindAccount />
      </div>
      <GrantQueue
        view={view}
        onView={next => void navigate({ to: addressOfQueue(next), replace: true, resetScroll: false })}
      />
    </>
  )
}
