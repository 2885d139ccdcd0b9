import { ChangeHistory } from '../../../web/list/ChangeHistory.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import type { SetChange } from '../staff-sets.contract.ts'
import { permissionText } from './right-labels.ts'

/** The changes of named sets, with what each gave and took. */
export const SetHistory = ({ history }: { history: readonly SetChange[] }) => (
  <ChangeHistory<SetChange>
    history={history}
    columns={[
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
    ]}
  />
)

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
