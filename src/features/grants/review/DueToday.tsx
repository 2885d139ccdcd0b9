import { useQuery } from '@tanstack/react-query'
import { countStaffQueues } from '../../../contract/staff-queues.contract.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { staffPagesFor } from '../../../web/routing/staff-pages.ts'
import { useSession } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import styles from './DueToday.module.css'
import { countDueGrants } from './staff-grants.contract.ts'

/** How often the figures are read again, as the queue below them. */
const refreshEveryMs = 30_000

/** `due by today, 2 overdue`, or only `overdue` if all of them are. */
function Due({ today = 0, late = 0 }: { today?: number; late?: number }) {
  if (late === 0) return 'due by today'
  return today === 0 ? (
    <span className={styles.late}>overdue</span>
  ) : (
    <>
      due by today, <span className={styles.late}>{late} overdue</span>
    </>
  )
}

/** What is due today (§17): the grants to decide and to pay, and what waits in the other queues, which have no day. */
export function DueToday() {
  const session = useSession()
  const due = useQuery({ ...query(countDueGrants, {}), refetchInterval: refreshEveryMs })
  const waiting = useQuery({ ...query(countStaffQueues, {}), refetchInterval: refreshEveryMs })
  if (due.isLoadingError) return <LoadFailure what="What is due today" requests={[due]} />
  const actions = session.state === 'signed-in' ? session.facts.actions : []
  const pages = staffPagesFor(actions, waiting.data?.data).filter(({ group }) => group === 'Queues')
  return (
    <section aria-label="Due today" className={styles.due}>
      <dl>
        {pages.map(({ key, title, to, count }) => {
          const ofGrants = key === 'to-approve' || key === 'to-pay' ? due.data?.data[key] : null
          const figure = ofGrants === null ? count : ofGrants && ofGrants.today + ofGrants.late
          return (
            <div key={key}>
              <dt>
                <Link to={to}>{title}</Link>
              </dt>
              <dd>
                <span className={styles.figure}>{figure ?? '–'}</span>{' '}
                {ofGrants === null ? 'waiting' : <Due {...ofGrants} />}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
