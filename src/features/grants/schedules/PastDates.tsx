import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import styles from './Schedules.module.css'
import type { ScheduleDetails } from './schedules.contract.ts'

/** The results of earlier dates. */
export function PastDates({ schedule }: { schedule: ScheduleDetails }) {
  const { locale } = clientContext().clientSettings
  if (schedule.past.length === 0) return null
  return (
    <div className={styles.section}>
      <Table
        caption="Earlier dates"
        columns={[
          {
            key: 'date',
            heading: 'Date',
            isRowHeading: true,
            cell: ({ dueOn }) => formatDate(dueOn, locale, 'short'),
          },
          {
            key: 'result',
            heading: 'Result',
            cell: ({ state, reason, grantId, grantState }) =>
              grantId === null ? (
                <>
                  {state === 'waiting' ? 'Waiting' : 'Skipped'}
                  {reason === null ? null : <span className={styles.note}>{reason}</span>}
                </>
              ) : (
                <Link to={paths.grant(grantId)}>{grantState ?? 'Recommended'}</Link>
              ),
          },
        ]}
        rows={schedule.past}
        rowKey={({ number }) => number}
        hasStickyHeading={false}
        empty={{ text: '' }}
      />
    </div>
  )
}
