import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { paths } from '../../web/routing/paths.ts'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import { FindAccount } from './FindAccount.tsx'
import { GrantQueue } from './GrantQueue.tsx'
import styles from './SuperUserDashboardPage.module.css'

/** The view lives in the address; what nobody offers is the first choice. */
const searchSchema = z.object({
  queue: z.catch(z.enum(['to-approve', 'to-pay']), 'to-approve'),
  view: z.catch(z.enum(['10', '50', 'all']), '10'),
})

/** open-points 7: what waits for the sponsor's staff, with its age, and the way to any account of the realm. */
export function SuperUserDashboardPage() {
  const { queue, view } = z.parse(searchSchema, useSearch({ strict: false }))
  const navigate = useNavigate()
  return (
    <>
      <div className={styles.top}>
        <PageHeading title="Super User Dashboard" lead="What waits for you, the oldest first.">
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
