import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { countStaffQueues } from '../../contract/staff-queues.contract.ts'
import { query } from '../api/query.ts'
import { useSession } from '../session/session.ts'
import { Link } from '../ui/actions/Link.tsx'
import { useCurrentInSight } from '../ui/navigation/use-current-in-sight.ts'
import styles from './StaffNavigation.module.css'
import { optionalParam, useSearchParams } from './search-params.ts'
import { staffGroups, staffPageAt, staffPagesFor } from './staff-pages.ts'

const queueOfAddress = z.object({ queue: optionalParam(z.string()) })

/** How often the counts are read again. */
const refreshEveryMs = 30_000

/** The rail of the sponsor's staff: the pages that this person may open, by group, with how much waits on each (§17). */
export function StaffNavigation() {
  const session = useSession()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { queue } = useSearchParams(queueOfAddress)
  const at = staffPageAt(path, queue)
  const actions = session.state === 'signed-in' ? session.facts.actions : []
  const waiting = useQuery({ ...query(countStaffQueues, {}), refetchInterval: refreshEveryMs })
  // The counts make the line longer.
  const rail = useCurrentInSight<HTMLElement>(waiting.data ? `${at?.key} counted` : at?.key)
  const pages = staffPagesFor(actions, waiting.data?.data)
  return (
    <nav
      ref={rail}
      aria-label="Super User Dashboard"
      className={styles.rail}
      // Browsers leave a link that is half outside where it is.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {staffGroups.map(group => {
        const ofGroup = pages.filter(page => page.group === group)
        return ofGroup.length === 0 ? null : (
          <div key={group} className={styles.group}>
            <p id={`staff-${group}`}>{group}</p>
            <ul aria-labelledby={`staff-${group}`}>
              {ofGroup.map(({ key, title, to, count }) => (
                <li key={key}>
                  <Link
                    to={to}
                    look="plain"
                    aria-current={key === at?.key ? (at.isItself ? 'page' : 'true') : undefined}
                  >
                    <span>{title}</span>
                    {count === null ? null : (
                      <span className={count === 0 ? styles.none : styles.count}>{count}</span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
