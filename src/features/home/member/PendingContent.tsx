import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { listContentItems } from '../../content/editing.contract.ts'
import lines from './Lines.module.css'

/** How many changes of content this person can approve, and how many need another editor. */
export function PendingContent() {
  const items = useQuery({ ...query(listContentItems, { query: { first: 1 } }), throwOnError: false })
  if (items.isLoadingError)
    return (
      <li>
        <LoadFailure what="Content to approve" requests={[items]} />
      </li>
    )
  if (!items.data) return <li className={lines.line} />
  const { work, pendingForYou } = items.data.meta.counts
  const pendingForOthers = (work.awaiting ?? 0) - pendingForYou
  return (
    <li className={lines.line}>
      <span>
        <Link to={paths.content({ state: 'awaiting' })}>Content to approve</Link>
        <span className={lines.note}>
          {pendingForOthers > 0 ? `${pendingForOthers} more for another editor` : 'No others waiting'}
        </span>
      </span>
      <span className={lines.count}>{pendingForYou}</span>
    </li>
  )
}
