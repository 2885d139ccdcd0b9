import { useId } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { ExportList } from '../../../web/list/ExportButtons.tsx'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { grantSign } from '../../grants/domain/grant-sign.ts'
import type { GrantRow } from '../../grants/grants.contract.ts'
import { grantsList } from '../../grants/grants.list.ts'
import styles from './PreviousGrants.module.css'

type PreviousGrantsProps = {
  grants: readonly GrantRow[]
  total: number
  currency: Currency
  sort: string
  onSort: (sort: string) => void
  rows: View
  onRows: (rows: View) => void
  /** Whether another grant to the charity may be recommended. */
  mayRepeat: boolean
  onExport: ExportList
}

/** The table of §2.7. The server leaves out cancelled and rejected grants (§9). */
export function PreviousGrants(props: PreviousGrantsProps) {
  const { grants, total, currency, sort, onSort, rows, onRows, mayRepeat, onExport } = props
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        Previous Grants To This Charity
      </h2>
      <ListTable
        list={grantsList}
        what="grants"
        caption="Previous grants to this charity"
        currency={currency}
        actionsBefore={mayRepeat ? [newGrant(locale)] : []}
        cells={cellsFor(currency, locale)}
        rows={grants}
        rowKey={row => row.grantId}
        sort={sort}
        onSort={onSort}
        empty={{ text: 'No grants to this charity in this period.' }}
        view={{ value: rows, total, onChange: onRows }}
        onExport={onExport}
      />
    </section>
  )
}

const newGrant = (locale: string): Column<GrantRow> => ({
  key: 'actions',
  heading: 'Actions',
  isHeadingHidden: true,
  widthRem: 8,
  cell: row => (
    <Link to={paths.recommendGrant({ grantId: row.grantId })}>
      New Grant
      <VisuallyHidden> like the one of {formatDate(row.createdDate, locale)}</VisuallyHidden>
    </Link>
  ),
})

const cellsFor = (currency: Currency, locale: string): Cells<GrantRow> => ({
  createdDate: row => (
    <Link to={paths.grant(row.grantId)}>{formatDate(row.createdDate, locale, 'short')}</Link>
  ),
  grantPurpose: row => (
    <div>
      {row.grantPurpose}
      <Note>
        <StatusChip sign={grantSign(row.state) ?? 'in-progress'}>{row.state}</StatusChip>
      </Note>
    </div>
  ),
  amount: row => <Amount row={row} currency={currency} />,
})

/** The amount net of returns, which are shown below it. */
function Amount({ row, currency }: { row: GrantRow; currency: Currency }) {
  return (
    <div>
      <Money amountMinor={row.amountMinor - row.returnedMinor} currency={currency} symbol={false} />
      {row.returnedMinor === 0n ? null : (
        <Note>
          <Money amountMinor={row.returnedMinor} currency={currency} symbol={false} /> returned
        </Note>
      )}
    </div>
  )
}
