import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { Icon } from '../../../web/ui/Icon.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import styles from './CharityStatus.module.css'
import { changeSince, type EvidenceRow, evidenceRows, outcomeLabels, registerLabel } from './evidence.ts'
import type { StaffGrant } from './staff-grants.contract.ts'

/** The charity's status now and the evidence of each step: register file, its date, row and time (§13). */
export function CharityStatus({ grant }: { grant: StaffGrant }) {
  const { eligibility, charityNow } = grant
  const rows = evidenceRows(grant)
  const change = changeSince(rows)
  return (
    <section aria-label="Charity eligibility">
      <h2 className={styles.heading}>Charity eligibility</h2>
      {eligibility ? (
        <p className={styles.outcome}>
          <OutcomeIcon outcome={eligibility.outcome} />
          <span>
            <strong>{outcomeLabels[eligibility.outcome]}.</strong> {eligibility.sentence}
          </span>
        </p>
      ) : (
        <Alert kind="danger">This charity is no longer in any of our registers.</Alert>
      )}
      {charityNow?.refusedByStaff ? (
        <Alert kind="danger">Staff marked this charity as rejected or deleted.</Alert>
      ) : null}
      {change === null ? null : <Alert kind="caution">{change}</Alert>}
      <Table
        caption="Register data now and at each step"
        columns={columns}
        rows={rows}
        rowKey={row => row.key}
        hasStickyHeading={false}
        empty={{ text: 'No evidence yet. Each step stores what the register says at that time.' }}
      />
    </section>
  )
}

const outcomeIcons = {
  yes: 'tick',
  person: 'exclamation-mark',
  no: 'close',
} as const

/** Tick, exclamation mark or cross: the outcomes differ in shape, not only in color. */
function OutcomeIcon({ outcome }: { outcome: keyof typeof outcomeIcons }) {
  return <Icon name={outcomeIcons[outcome]} className={classNames(styles.icon, styles[outcome])} />
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
        <Note>
          {row.readAt === undefined
            ? 'Time not recorded'
            : formatInstant(row.readAt, clientContext().clientSettings)}
        </Note>
      </div>
    ),
  },
  {
    key: 'outcome',
    heading: 'Outcome',
    cell: row => (row.outcome === undefined ? 'Not recorded' : outcomeLabels[row.outcome]),
  },
  {
    key: 'file',
    heading: 'Register file',
    cell: row => (
      <div className={styles.file}>
        {row.sourceFile}
        <Note>
          {[registerLabel(row.register), row.fileDate && formatDate(row.fileDate, locale(), 'short')]
            .filter(Boolean)
            .join(', ')}
        </Note>
      </div>
    ),
  },
  { key: 'row', heading: 'Row', isNumeric: true, cell: row => row.sourceLine?.toLocaleString(locale()) },
]
