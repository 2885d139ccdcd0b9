import type { ReactNode } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { ExportList } from '../../../web/list/ExportButtons.tsx'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import type { ListView } from '../../../web/list/use-whole-on-paper.ts'
import { contentPaths } from '../../../web/routing/content-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { contentList } from '../content.list.ts'
import { nameOf, subtitleOf, titleOf } from '../domain/content-labels.ts'
import type { ContentItemSummary } from '../editing.contract.ts'
import styles from './ContentPage.module.css'
import { instantLabel } from './content-times.ts'
import { StateBadges } from './StateBadges.tsx'

type ContentTableProps = {
  /** Absent until they are loaded. */
  items: readonly ContentItemSummary[] | undefined
  /** In the toolbar of the list. */
  filters: ReactNode
  loadFailure: ReactNode
  timeZone: string
  /** Clears the filters; null if none is set. */
  onShowAll: (() => void) | null
  /** Absent until they are loaded. */
  view?: ListView
  onExport: ExportList
}

/** One row per item, in the server's order: pending items first. */
export function ContentTable({
  items,
  filters,
  loadFailure,
  timeZone,
  onShowAll,
  view,
  onExport,
}: ContentTableProps) {
  return (
    <ListTable
      list={contentList}
      what="texts"
      caption="Content, pending items first"
      currency={clientContext().currentDbHeader}
      cells={cellsFor(timeZone)}
      choices={filters}
      loadFailure={loadFailure}
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
              action: <Link to={contentPaths.newContent()}>Write the first one</Link>,
            }
      }
      {...(view ? { view } : {})}
      onExport={onExport}
    />
  )
}

const cellsFor = (timeZone: string): Cells<ContentItemSummary> => ({
  title: item => (
    <div>
      <Link to={contentPaths.contentItem(item.kind, item.name)} className={styles.open}>
        {titleOf(item)}
      </Link>
      <span className={styles.note}>{subtitleOf(item)}</span>
    </div>
  ),
  state: item => (
    <div>
      <StateBadges item={item} />
      {item.scheduledFor === null ? null : (
        <span className={styles.note}>Scheduled for {instantLabel(item.scheduledFor, timeZone)}</span>
      )}
    </div>
  ),
  changed: ({ changed }) =>
    changed === null ? null : (
      <div>
        {instantLabel(changed.at, timeZone)}
        <span className={styles.note}>by {nameOf(changed.person)}</span>
      </div>
    ),
})
