import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useSearchParams } from '../../web/routing/search-params.ts'
import { useCan } from '../../web/session/session.ts'
import { FindAccount } from './FindAccount.tsx'
import { GrantQueue } from './GrantQueue.tsx'
import styles from './SuperUserDashboardPage.module.css'

/** The URL holds the view. Invalid values fall back to the defaults. */
const searchSchema = z.object({
  queue: z.catch(z.enum(['to-approve', 'to-pay']), 'to-approve'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
})

/** The sponsor's staff see the grant queues and can open any account of the realm (§17). */
export function SuperUserDashboardPage() {
  const { queue, view } = useSearchParams(searchSchema)
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
        queue={queue}
        view={view}
        onView={next =>
          void navigate({
            to: paths.superUserDashboard(queue, next === '10' ? undefined : next),
            resetScroll: false,
          })
        }
      />
    </>
  )
}
