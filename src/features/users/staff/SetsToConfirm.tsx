import { useQuery } from '@tanstack/react-query'
import { countStaffQueues } from '../../../contract/staff-queues.contract.ts'
import { query } from '../../../web/api/query.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'

/** Says that changes of named sets wait for a second person, and leads there. Nothing is shown while none does. */
export function SetsToConfirm() {
  const waiting = useQuery(query(countStaffQueues, {})).data?.data['sets-to-confirm'] ?? 0
  if (waiting === 0) return null
  return (
    <Alert kind="caution" heading="Named sets to confirm">
      <p>
        {waiting === 1 ? 'A change awaits' : `${waiting} changes await`} a second person.{' '}
        <Link to={staffPaths.namedSets()}>See the named sets</Link>
      </p>
    </Alert>
  )
}
