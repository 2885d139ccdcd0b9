import type { ChangeRecord } from '../../contract/change-record.ts'
import { formatInstant } from '../../domain/dates.ts'
import { clientContext } from '../client-context/client-context.ts'
import type { Column } from '../ui/table/SortHeading.tsx'
import { Table } from '../ui/table/Table.tsx'
import { Note } from '../ui/text/Note.tsx'

const stateTexts = {
  waiting: 'Awaits a second person',
  made: 'In force from then on',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Ended without a second person',
} as const satisfies Record<ChangeRecord['state'], string>

type ChangeHistoryProps<Change> = {
  history: readonly Change[]
  /** What was changed, between when and by whom. */
  columns: readonly Column<Change>[]
  /** What became of a change, where the state does not say it; null: the state does. */
  resultText?: (change: Change) => string | null
}

/** Every change of a page that was made or asked for: when, what, by whom and why, and what became of it. */
export function ChangeHistory<Change extends ChangeRecord>(props: ChangeHistoryProps<Change>) {
  const { history, columns, resultText = () => null } = props
  const { clientSettings } = clientContext()
  return (
    <Table<Change>
      caption="History"
      columns={[
        {
          key: 'at',
          heading: 'When',
          isRowHeading: true,
          cell: ({ requestedAt }) => formatInstant(requestedAt, clientSettings),
        },
        ...columns,
        {
          key: 'who',
          heading: 'Who and why',
          cell: ({ requestedByName, reason }) => (
            <div>
              {requestedByName}
              <Note>{reason}</Note>
            </div>
          ),
        },
        {
          key: 'result',
          heading: 'Result',
          cell: change => (
            <div>
              {resultText(change) ?? stateTexts[change.state]}
              {change.decidedByName === null || change.decidedAt === null ? null : (
                <Note>
                  {`${change.decidedByName}, ${formatInstant(change.decidedAt, clientSettings)}${change.decisionReason === null ? '' : `: ${change.decisionReason}`}`}
                </Note>
              )}
            </div>
          ),
        },
      ]}
      rows={history}
      rowKey={({ changeId }) => changeId}
      hasStickyHeading={false}
      empty={{ text: 'Nothing has been changed on this page yet.' }}
    />
  )
}
