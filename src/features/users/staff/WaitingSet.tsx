import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { confirmStaffSet, declineStaffSet, type WaitingSet as Waiting } from '../staff-sets.contract.ts'
import { PermissionLines } from './GroupedPermissions.tsx'
import styles from './NamedSets.module.css'
import { roleLabels } from './right-labels.ts'
import { showChange } from './show-change.ts'

type WaitingSetProps = { waiting: Waiting; title: string }

/** A change of a set that waits for a second person, who confirms or declines it; who proposed it may withdraw it. */
export function WaitingSet({ waiting, title }: WaitingSetProps) {
  const mayDecide = useCan('USER_MANAGE')
  const [declines, setDeclines] = useState(false)
  const { isPending, run } = usePending()
  const { clientSettings } = clientContext()
  const { changeId, before, reason, requestedByName, refusal, isOwn } = waiting
  const params = { changeId }
  const confirm = async () => {
    await call(confirmStaffSet, { params, body: { data: { type: 'command', attributes: {} } } })
    await showChange(`${waiting.after.title}: this is confirmed.`)
  }
  const [decline, declined] = isOwn ? ['Withdraw', 'withdrawn'] : ['Decline', 'declined']
  return (
    <div className={styles.waiting}>
      <Alert
        kind="caution"
        heading={before === null ? 'This set awaits a second person' : 'A change awaits a second person'}
      >
        <p>
          Proposed by {requestedByName}, {formatInstant(waiting.requestedAt, clientSettings)}: {reason}
        </p>
        <p>It ends on {formatInstant(waiting.endsAt, clientSettings)} if no one confirms it.</p>
      </Alert>
      <DescriptionList items={differences(waiting)} />
      {!mayDecide ? null : (
        <>
          {refusal === null ? null : <p>{refusal}</p>}
          <p className={styles.buttons}>
            {refusal === null ? (
              <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
                Confirm<VisuallyHidden> {title}</VisuallyHidden>
              </Button>
            ) : null}
            {declines ? null : (
              <Button onPress={() => setDeclines(true)}>
                {decline}
                <VisuallyHidden> {title}</VisuallyHidden>
              </Button>
            )}
          </p>
          {declines ? (
            <NoteForm
              label={isOwn ? 'Why you withdraw it' : 'Why you decline it'}
              submitText={decline}
              text={requiredReason}
              save={note =>
                call(declineStaffSet, {
                  params,
                  body: { data: { type: 'command', attributes: { reason: note } } },
                })
              }
              onSaved={() => void showChange(`The change of ${title} was ${declined}.`)}
            />
          ) : null}
        </>
      )}
    </div>
  )
}

/** What differs after the change, with what there is before it. */
function differences({ before, after, added, taken, role }: Waiting) {
  const changed = (term: string, then: string | undefined, now: string) =>
    then === now
      ? []
      : [
          {
            term,
            description: (
              <>
                {now}
                {then === undefined ? null : <Note>Before: {then}</Note>}
              </>
            ),
          },
        ]
  return [
    ...(before === null ? [{ term: 'Role', description: roleLabels[role] }] : []),
    ...changed('Title', before?.title, after.title),
    ...changed('What people do with it', before?.purpose, after.purpose),
    ...(before !== null && before.isGiven !== after.isGiven
      ? [
          {
            term: 'New rights',
            description: after.isGiven ? 'Are given by it again' : 'Are no longer given by it',
          },
        ]
      : []),
    ...(added.length === 0
      ? []
      : [
          {
            term: before === null ? 'Permissions' : 'Adds',
            description: <PermissionLines actions={added} />,
          },
        ]),
    ...(taken.length === 0 || !after.isGiven
      ? []
      : [{ term: 'Takes away', description: <PermissionLines actions={taken} /> }]),
  ]
}
