import { useId, useRef, useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { countOf } from '../../../domain/count-of.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { setTakesTwo } from '../domain/staff-sets.ts'
import { changeStaffSet, type SetChange, type StaffSet } from '../staff-sets.contract.ts'
import { GroupedPermissions } from './GroupedPermissions.tsx'
import styles from './NamedSets.module.css'
import { permissionText, roleLabels } from './right-labels.ts'
import { SetForm, type SetRole } from './SetForm.tsx'
import { showAskedSet } from './show-asked-set.ts'
import { WaitingSet } from './WaitingSet.tsx'

type SetCardProps = { set: StaffSet; roles: readonly SetRole[]; latest: SetChange | undefined }

/** A named set: what it gives, who holds it, what waits, and the forms that change it. */
export function SetCard({ set, roles, latest }: SetCardProps) {
  const headingId = useId()
  const [open, setOpen] = useState<'change' | 'given' | null>(null)
  const change = useRef<HTMLButtonElement>(null)
  const { title, purpose, actions, isWhole, isFixed, isGiven, waiting } = set
  const mayChange = useCan('USER_MANAGE') && !isFixed && waiting === null
  const close = () => {
    setOpen(null)
    change.current?.focus()
  }
  return (
    <article aria-labelledby={headingId} className={styles.set}>
      <div className={styles.heading}>
        <h2 id={headingId}>{title}</h2>
        {isGiven ? null : <StatusChip sign="ended">No longer given</StatusChip>}
        {mayChange ? (
          <div className={styles.commands}>
            <Button
              ref={change}
              kind="text"
              aria-expanded={open === 'change'}
              onPress={() => setOpen(open === 'change' ? null : 'change')}
            >
              Change<VisuallyHidden> {title}</VisuallyHidden>
            </Button>
            <Button
              kind="text"
              aria-expanded={open === 'given'}
              onPress={() => setOpen(open === 'given' ? null : 'given')}
            >
              {isGiven ? 'Stop giving' : 'Give again'}
              <VisuallyHidden> {title}</VisuallyHidden>
            </Button>
          </div>
        ) : null}
      </div>
      <p className={styles.purpose}>{purpose}</p>
      <Facts set={set} latest={latest} />
      <Since set={set} />
      {waiting === null ? null : <WaitingSet waiting={waiting} title={title} />}
      {open === 'change' && mayChange ? <SetForm set={set} roles={roles} onDone={close} /> : null}
      {open === 'given' && mayChange ? <GivenForm set={set} onDone={close} /> : null}
      {open === 'change' ? null : <GroupedPermissions actions={actions} isWhole={isWhole} title={title} />}
    </article>
  )
}

function Facts({ set, latest }: { set: StaffSet; latest: SetChange | undefined }) {
  const { clientSettings } = clientContext()
  const { role, holders, differing, isFixed } = set
  const people =
    holders === 0
      ? 'No one holds it'
      : `${countOf(holders, 'person', clientSettings.locale, 'people')} ${holders === 1 ? 'holds' : 'hold'} it`
  const others = differing.total - differing.people.length
  return (
    <>
      <p className={styles.facts}>{`${roleLabels[role]}. ${people}. ${originOf(latest, isFixed)}`}</p>
      {differing.total === 0 ? null : (
        <p className={styles.facts}>
          Held with other permissions than it has today by{' '}
          {differing.total === 1
            ? ''
            : `${countOf(differing.total, 'person', clientSettings.locale, 'people')}: `}
          {differing.people.map(({ personId, name }, index) => (
            <span key={personId}>
              {index === 0 ? '' : ', '}
              <Link to={staffPaths.user(personId)}>{name}</Link>
            </span>
          ))}
          {others > 0 ? `, and ${others} more` : ''}.
        </p>
      )}
    </>
  )
}

/** Where what the set says comes from. */
function originOf(latest: SetChange | undefined, isFixed: boolean): string {
  if (isFixed) return 'It is changed in the client’s configuration alone.'
  if (latest === undefined) return 'From the client’s configuration.'
  const { clientSettings } = clientContext()
  const people =
    latest.decidedByName === null
      ? latest.requestedByName
      : `${latest.requestedByName} and ${latest.decidedByName}`
  return `Set by ${people}, ${formatInstant(latest.decidedAt ?? latest.requestedAt, clientSettings)}.`
}

/** What the client's configuration has changed since the last change on this page. */
function Since({ set: { since, isFixed } }: { set: StaffSet }) {
  if (since === null || isFixed) return null
  const list = (actions: readonly Parameters<typeof permissionText>[0][]) =>
    actions.map(permissionText).join('; ')
  const sentences = [
    ...(since.isGone ? ['The client’s configuration no longer has this set, so it is no longer given.'] : []),
    ...(since.taken.length > 0
      ? [`The client’s configuration has taken away since, here too: ${list(since.taken)}.`]
      : []),
    ...(since.added.length > 0
      ? [`The client’s configuration has added since, but not here: ${list(since.added)}.`]
      : []),
  ]
  return sentences.map(sentence => (
    <p key={sentence} className={styles.facts}>
      {sentence}
    </p>
  ))
}

/** Stops a set from being given, or gives it again. */
function GivenForm({ set: latest, onDone }: { set: StaffSet; onDone: () => void }) {
  // What the person began with: a form that stops a set must not become one that gives it again.
  const [set] = useState(latest)
  const { name, title, purpose, actions, isGiven, isHeldByCaller, lastChangeId } = set
  const before = { title, purpose, actions, isGiven }
  const takesTwo = setTakesTwo(before, { ...before, isGiven: !isGiven }, isHeldByCaller)
  return (
    <>
      <p>
        {isGiven
          ? 'Nothing new is given by this set from then on. Those who hold it keep it.'
          : 'New rights can be given by this set from then on.'}
        {takesTwo ? ' A second person has to confirm this.' : ''}
      </p>
      <NoteForm
        label={isGiven ? `Why ${title} is no longer given` : `Why ${title} is given again`}
        submitText={isGiven ? 'Stop giving this set' : 'Give this set again'}
        text={requiredReason}
        save={reason =>
          call(changeStaffSet, {
            params: { setName: name },
            body: {
              data: {
                type: 'command',
                attributes: { ...before, lastChangeId, reason, isGiven: !isGiven },
              },
            },
          })
        }
        onSaved={({ state }) => {
          onDone()
          void showAskedSet(state, isGiven ? `${title} is no longer given.` : `${title} is given again.`)
        }}
      />
    </>
  )
}
