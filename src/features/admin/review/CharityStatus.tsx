import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { type Column, Table } from '../../../web/ui/table/Table.tsx'
import type { StaffGrant } from '../../grants/grants.contract.ts'
import styles from './CharityStatus.module.css'
import { changeSince, type EvidenceRow, evidenceRows, outcomeLabels, registerLabel } from './evidence.ts'

/** How the charity stands now beside what was relied on at each step: register file, its date, row and time (open-points 6). */
export function CharityStatus({ grant }: { grant: StaffGrant }) {
  const { eligibility, charityNow } = grant
  const rows = evidenceRows(grant)
  const change = changeSince(rows)
  return (
    <section aria-label="How the charity stands">
      <h2 className={styles.heading}>How the charity stands</h2>
      {eligibility ? (
        <p className={styles.outcome}>
          <Mark outcome={eligibility.outcome} />
          <span>
            <strong>{outcomeLabels[eligibility.outcome]}.</strong> {eligibility.sentence}
          </span>
        </p>
      ) : (
        <Alert kind="danger">The charity is no longer on a register that we use.</Alert>
      )}
      {charityNow?.refusedByStaff ? (
        <Alert kind="danger">A member of staff has marked the charity as rejected or deleted.</Alert>
      ) : null}
      {change === null ? null : <Alert kind="caution">{change}</Alert>}
      <Table
        caption="What the register says now, and what was relied on at each step"
        columns={columns}
        rows={rows}
        rowKey={row => row.key}
        hasStickyHeading={false}
        empty={{ text: 'Nothing was relied on yet. What the register says is kept with each step.' }}
      />
    </section>
  )
}

const marks = { yes: 'm5 12.5 5 5L19 7', person: 'M12 6v8m0 3v2', no: 'm6 6 12 12M18 6 6 18' } as const

/** Tick, exclamation mark or cross: it differs in shape, not only in colour. */
function Mark({ outcome }: { outcome: keyof typeof marks }) {
  return (
    <svg className={classNames(styles.mark, styles[outcome])} viewBox="0 0 24 24" aria-hidden="true">
      <path d={marks[outcome]} fill="none" stroke="currentColor" strokeWidth="2.6" />
    </svg>
  )
}

const locale = () => clientContext().clientSettings.locale

const columns: readonly Column<EvidenceRow>[] = [
  {
    key: 'title',
    heading: 'Step',
    isRowHeading: true,
    cell: row => (
      <div>
        {row.title}
        <span className={styles.note}>
          {row.readAt === undefined ? 'Time not noted' : formatInstant(row.readAt, locale())}
        </span>
      </div>
    ),
  },
  {
    key: 'outcome',
    heading: 'Outcome',
    cell: row => (row.outcome === undefined ? 'Not noted' : outcomeLabels[row.outcome]),
  },
  {
    key: 'file',
    heading: 'Register file',
    cell: row => (
      <div className={styles.file}>
        {row.sourceFile}
        <span className={styles.note}>
          {[registerLabel(row.register), row.fileDate && formatDate(row.fileDate, locale(), 'short')]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
    ),
  },
  { key: 'row', heading: 'Row', isNumeric: true, cell: row => row.sourceLine?.toLocaleString(locale()) },
]
