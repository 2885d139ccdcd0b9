import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../../domain/dates.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { getDueGrants } from './schedules.contract.ts'

/** What the fund's schedules recommend within 90 days, which the balance does not count (§13). Nothing where there is none. */
export function DueGrants({ fundId }: { fundId: number }) {
  const { locale } = clientContext().clientSettings
  const { currentDbHeader: currency } = clientContext()
  const found = useQuery({ ...query(getDueGrants, { params: { fundId } }), throwOnError: false })
  const due = found.data
  if (!due || due.grants === 0) return null
  return (
    <p>
      Until {formatDate(due.until, locale)}, your <Link to={paths.grantSchedules()}>schedules</Link> will
      recommend {due.grants} {due.grants === 1 ? 'grant' : 'grants'} for a total of{' '}
      <Money amountMinor={due.dueMinor} currency={currency} />. Nothing is set aside for them.
    </p>
  )
}
