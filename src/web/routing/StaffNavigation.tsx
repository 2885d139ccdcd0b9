import { useQuery } from '@tanstack/react-query'
import { countStaffQueues } from '../../contract/staff-queues.contract.ts'
import { query } from '../api/query.ts'
import { useSession } from '../session/session.ts'
import { SubNavigation } from '../ui/navigation/SubNavigation.tsx'
import { type StaffPageKey, staffPagesFor } from './staff-pages.ts'

/** How often the counts are read again. */
const refreshEveryMs = 30_000

/** The pages of the dashboard that this person may open, with how much waits on each (§17). */
export function StaffNavigation({ current }: { current: StaffPageKey }) {
  const session = useSession()
  const actions = session.state === 'signed-in' ? session.facts.actions : []
  const waiting = useQuery({ ...query(countStaffQueues, {}), refetchInterval: refreshEveryMs })
  return (
    <SubNavigation
      label="Super User Dashboard"
      pages={staffPagesFor(actions, waiting.data?.data).map(({ key, title, to }) => ({
        title,
        to,
        isCurrent: key === current,
      }))}
    />
  )
}
