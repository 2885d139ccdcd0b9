import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import type { SetChange } from '../staff-sets.contract.ts'
import { permissionText } from './right-labels.ts'

const stateTexts = {
  waiting: 'Awaits a second person',
  made: 'In force from then on',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Ended without a second person',
} as const satisfies Record<SetChange['state'], string>

/** Every change of a set that was made or asked for: when, what, by whom and why. */
export function SetHistory({ history }: { history: readonly SetChange[] }) {
  const { clientSettings } = clientContext()
  return (
    <Table<SetChange>
      caption="History"
      columns={[
        {
          key: 'at',
          heading: 'When',
          isRowHeading: true,
          cell: ({ requestedAt }) => formatInstant(requestedAt, clientSettings),
        },
        {
          key: 'change',
          heading: 'Change',
          cell: change => (
            <div>
              {change.before?.title ?? change.after.title}
              {changeLines(change).map(line => (
                <Note key={line}>{line}</Note>
              ))}
            </div>
          ),
        },
        { key: 'reason', heading: 'Reason', cell: ({ reason }) => reason },
        { key: 'who', heading: 'Who', cell: ({ requestedByName }) => requestedByName },
        {
          key: 'result',
          heading: 'Result',
          cell: ({ state, decidedByName, decidedAt, decisionReason }) => (
            <div>
              {stateTexts[state]}
              {decidedByName === null || decidedAt === null ? null : (
                <Note>
                  {`${decidedByName}, ${formatInstant(decidedAt, clientSettings)}${decisionReason === null ? '' : `: ${decisionReason}`}`}
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

/** What a change adds, takes away and says, one sentence for each. */
function changeLines({ before, after, added, taken }: SetChange): string[] {
  const list = (actions: SetChange['added']) => actions.map(permissionText).join('; ')
  if (before === null) return [`New set. Gives: ${list(added)}.`]
  if (before.isGiven !== after.isGiven) return [after.isGiven ? 'Given again.' : 'No longer given.']
  return [
    ...(before.title === after.title ? [] : [`Title: ${after.title}.`]),
    ...(before.purpose === after.purpose ? [] : [`${after.purpose} Before: ${before.purpose}`]),
    ...(added.length === 0 ? [] : [`Adds: ${list(added)}.`]),
    ...(taken.length === 0 ? [] : [`Takes away: ${list(taken)}.`]),
  ]
}
