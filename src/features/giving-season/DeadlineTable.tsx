import type { PublishedContent } from '../../contract/published-content.contract.ts'
import { formatDate, type IsoDate } from '../../domain/dates.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import type { Column } from '../../web/ui/table/SortHeading.tsx'
import { Table } from '../../web/ui/table/Table.tsx'
import { RichText } from '../../web/ui/text/RichText.tsx'
import { daysLeft, daysLeftLabel } from './domain/days-left.ts'
import styles from './GivingSeason.module.css'

type Deadline = PublishedContent['deadlines'][number]
type DeadlineTableProps = { deadlines: readonly Deadline[]; today: IsoDate }

/** Each kind of gift with its last day and the days left, in the editors' order. */
export function DeadlineTable({ deadlines, today }: DeadlineTableProps) {
  return (
    <Table
      caption="Deadline for each kind of contribution"
      columns={columnsFor(today, clientContext().clientSettings.locale)}
      rows={deadlines}
      rowKey={({ name }) => name}
      hasStickyHeading={false}
      empty={{ text: 'Deadlines will be listed here before the giving season starts.' }}
    />
  )
}

type DeadlineNoteProps = { deadline: Pick<Deadline, 'on' | 'note'>; today: IsoDate }

/** How to meet the deadline; once it has passed, how to contact us, because the editors' advice no longer helps. */
function DeadlineNote({ deadline: { on, note }, today }: DeadlineNoteProps) {
  if (on < today)
    return (
      <p className={styles.note}>
        This date has passed. <Link to={paths.contact()}>Ask us</Link> what is still possible.
      </p>
    )
  return note.length === 0 ? null : <RichText text={note} headingLevel={4} className={styles.note} />
}

function columnsFor(today: IsoDate, locale: string): Column<Deadline>[] {
  return [
    {
      key: 'gift',
      heading: 'Contribution',
      isRowHeading: true,
      cell: ({ gift, note, on }) => (
        <div className={on < today ? styles.past : undefined}>
          {gift}
          <DeadlineNote deadline={{ on, note }} today={today} />
        </div>
      ),
    },
    {
      key: 'on',
      heading: 'Deadline',
      cell: ({ on }) => (
        <time dateTime={on} className={on < today ? styles.pastDay : styles.day}>
          {formatDate(on, locale)}
        </time>
      ),
    },
    {
      key: 'left',
      heading: 'Days left',
      isNumeric: true,
      cell: ({ on }) => (
        <span className={on < today ? styles.past : styles.day}>{daysLeftLabel(daysLeft(on, today))}</span>
      ),
    },
  ]
}
