import { Table } from '../../../../web/ui/table/Table.tsx'
import { StatusChip } from '../../../../web/ui/text/StatusChip.tsx'
import { type CloseCheck, closeChecks } from '../domain/close-checks.ts'

/** A check list, with how each check stands. */
export function Checks({ caption, checks }: { caption: string; checks: readonly CloseCheck[] }) {
  return (
    <Table<CloseCheck>
      caption={caption}
      columns={[
        { key: 'check', heading: 'Check', isRowHeading: true, cell: ({ name }) => closeChecks[name].label },
        { key: 'detail', heading: 'As it is', cell: ({ detail }) => detail },
        {
          key: 'status',
          heading: 'Status',
          cell: ({ isDone }) => (
            <StatusChip sign={isDone ? 'done' : 'waiting'}>{isDone ? 'Done' : 'Open'}</StatusChip>
          ),
        },
      ]}
      rows={checks}
      rowKey={({ name }) => name}
      empty={{ text: 'Nothing was checked.' }}
    />
  )
}
