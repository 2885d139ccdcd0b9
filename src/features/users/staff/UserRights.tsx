import { useId, useRef, useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant, type InstantStyle } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { endRight, reinstateRight } from '../rights.contract.ts'
import type { Right, User } from '../users.contract.ts'
import { DiffersFromSet } from './DiffersFromSet.tsx'
import { GiveRight } from './GiveRight.tsx'
import { Missing } from './Missing.tsx'
import { PermissionList } from './PermissionList.tsx'
import { periodText } from './period-text.ts'
import { rightStatus, rightTitle } from './right-labels.ts'
import { showChange } from './show-change.ts'
import styles from './Users.module.css'

/** The rights of a person: those that have not ended, a form for another, and what they had before. */
export function UserRights({ user, mayChange }: { user: User; mayChange: boolean }) {
  const headingId = useId()
  const [isGiving, setGiving] = useState(false)
  const give = useRef<HTMLButtonElement>(null)
  const { missingWithout } = user
  const open = user.rights.filter(({ ended }) => ended === null)
  return (
    <>
      <section aria-labelledby={headingId} className={styles.section}>
        <h2 id={headingId}>Rights</h2>
        {open.length === 0 ? <p>No right on the portal.</p> : null}
        {open.map(right => (
          <OpenRight
            key={right.rightId}
            right={right}
            missing={missingWithout.rights.find(({ rightId }) => rightId === right.rightId)?.missing ?? []}
            mayChange={mayChange}
          />
        ))}
        {mayChange && user.access !== 'none' ? (
          <Button ref={give} aria-expanded={isGiving} onPress={() => setGiving(!isGiving)}>
            Give a right
          </Button>
        ) : null}
        {isGiving ? (
          <GiveRight
            user={user}
            onDone={() => {
              setGiving(false)
              give.current?.focus()
            }}
          />
        ) : null}
      </section>
      <FormerRights rights={user.rights.filter(({ ended }) => ended !== null)} />
    </>
  )
}

type OpenRightProps = { right: Right; missing: readonly string[]; mayChange: boolean }

function OpenRight({ right, missing, mayChange }: OpenRightProps) {
  const { clientSettings } = clientContext()
  const [isChanging, setChanging] = useState(false)
  const { rightId, state } = right
  const title = rightTitle(right)
  const status = rightStatus(right, new Date(clientSettings.today))
  const isSuspended = state === 'suspended'
  const params = { rightId }
  const ending = (reason: string) => ({ reason, acceptsSmallerTeam: missing.length > 0 })
  return (
    <article aria-label={title} className={styles.card}>
      <h3 className={styles.title}>
        {title} <StatusChip sign={status.sign}>{status.text}</StatusChip>
      </h3>
      <p>
        {periodText(right, clientSettings)}. {right.reason}
      </p>
      <p className={styles.note}>{historyText(right, clientSettings)}</p>
      <PermissionList actions={right.actions} isWhole={right.isWhole} />
      {right.differsFromSet ? <DiffersFromSet /> : null}
      {state === 'requested' ? <Link to={staffPaths.users()}>See the rights to confirm</Link> : null}
      {mayChange && state !== 'requested' ? (
        <Button
          aria-expanded={isChanging}
          aria-label={`${isSuspended ? 'Put back in force' : 'End'} ${title}`}
          onPress={() => setChanging(!isChanging)}
        >
          {isSuspended ? 'Put back in force' : 'End'}
        </Button>
      ) : null}
      {isChanging && !isSuspended ? <Missing sentences={missing} /> : null}
      {isChanging ? (
        <NoteForm
          label={isSuspended ? `Why ${title} is still needed` : `Why ${title} ends`}
          submitText={isSuspended ? 'Put back in force' : 'End this right'}
          text={requiredReason}
          save={reason =>
            isSuspended
              ? call(reinstateRight, { params, body: { data: { type: 'command', attributes: { reason } } } })
              : call(endRight, { params, body: { data: { type: 'command', attributes: ending(reason) } } })
          }
          onSaved={() => {
            setChanging(false)
            void showChange(isSuspended ? `${title} is in force again.` : `${title} has ended.`)
          }}
        />
      ) : null}
    </article>
  )
}

/** Who gave it, confirmed it and signed it off, and when. */
function historyText({ given, confirmed, signedOff, takesTwoPeople }: Right, style: InstantStyle): string {
  const said = (what: string, by: Right['given']) =>
    by === null ? [] : [`${what} by ${by.name}, ${formatInstant(by.at, style)}`]
  const parts = [...said('Given', given), ...said('Confirmed', confirmed), ...said('Signed off', signedOff)]
  if (parts.length === 0) return 'Given when the user was set up'
  return takesTwoPeople && confirmed === null && given !== null
    ? `${parts.join('. ')}. Not confirmed by a second person`
    : parts.join('. ')
}

function FormerRights({ rights }: { rights: readonly Right[] }) {
  const headingId = useId()
  const { clientSettings } = clientContext()
  if (rights.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Earlier rights</h2>
      <Table<Right>
        caption="Earlier rights"
        isCaptionHidden
        columns={[
          { key: 'right', heading: 'Right', isRowHeading: true, cell: rightTitle },
          {
            key: 'given',
            heading: 'Given',
            cell: ({ given }) =>
              given === null ? 'Earlier' : `${formatInstant(given.at, clientSettings)} by ${given.name}`,
          },
          {
            key: 'ended',
            heading: 'Ended',
            cell: ({ ended }) =>
              ended === null
                ? null
                : `${formatInstant(ended.at, clientSettings)}${ended.name === null ? '' : ` by ${ended.name}`}`,
          },
          {
            key: 'state',
            heading: 'Outcome',
            cell: right => rightStatus(right, new Date(clientSettings.today)).text,
          },
          { key: 'reason', heading: 'Reason', cell: ({ ended }) => ended?.reason },
        ]}
        rows={rights}
        rowKey={({ rightId }) => rightId}
        empty={{ text: 'None.' }}
      />
    </section>
  )
}
