import { paths } from '../../../../web/routing/paths.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { Link } from '../../../../web/ui/actions/Link.tsx'
import { type Column, Table } from '../../../../web/ui/table/Table.tsx'
import type { ContentItemSummary } from '../../editing.contract.ts'
import { kindLabels, nameOf, subtitleOf, titleOf } from '../content-labels.ts'
import { instantLabel } from '../content-times.ts'
import { StateBadges } from '../StateBadges.tsx'
import styles from './ContentPage.module.css'

type ContentTableProps = {
  items: readonly ContentItemSummary[]
  timeZone: string
  /** Clears the filters; null if none is set. */
  onShowAll: (() => void) | null
}

/** One row per item, in the server's order: pending items first. */
export function ContentTable({ items, timeZone, onShowAll }: ContentTableProps) {
  return (
    <Table
      caption="Texts, pending ones first"
      isCaptionHidden
      columns={columnsFor(timeZone)}
      rows={items}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      empty={
        onShowAll
          ? {
              text: 'No texts match. Try different words, or show all texts.',
              action: <Button onPress={onShowAll}>Show all texts</Button>,
            }
          : {
              text: 'The texts of this site will appear here.',
              action: <Link to={paths.newContent()}>Write the first one</Link>,
            }
      }
    />
  )
}

function columnsFor(timeZone: string): Column<ContentItemSummary>[] {
  return [
    {
      key: 'title',
      heading: 'Text',
      isRowHeading: true,
      cell: item => (
        <div>
          <Link to={paths.contentItem(item.kind, item.name)} className={styles.open}>
            {titleOf(item)}
          </Link>
          <span className={styles.note}>{subtitleOf(item)}</span>
        </div>
      ),
    },
    { key: 'kind', heading: 'Kind', widthRem: 7.5, cell: ({ kind }) => kindLabels[kind].one },
    {
      key: 'state',
      heading: 'State',
      widthRem: 12,
      cell: item => (
        <div>
          <StateBadges item={item} />
          {item.scheduledFor === null ? null : (
            <span className={styles.note}>Scheduled for {instantLabel(item.scheduledFor, timeZone)}</span>
          )}
        </div>
      ),
    },
    {
      key: 'changed',
      heading: 'Last change',
      widthRem: 11,
      cell: ({ changed }) =>
        changed === null ? (
          '-'
        ) : (
          <div>
            {instantLabel(changed.at, timeZone)}
            <span className={styles.note}>by {nameOf(changed.person)}</span>
          </div>
        ),
    },
  ]
}
