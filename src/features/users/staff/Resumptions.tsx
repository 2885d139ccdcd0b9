import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { confirmResumption, declineResumption, listResumptions } from '../access.contract.ts'
import type { User } from '../users.contract.ts'
import { showChange } from './show-change.ts'
import styles from './Users.module.css'

/** The suspended people whom somebody asked to let in. Nothing is shown while there is none. */
export function ResumptionsToConfirm() {
  const headingId = useId()
  const { clientSettings } = clientContext()
  const found = useQuery(query(listResumptions, {}))
  const rows = found.data?.data ?? []
  if (found.isLoadingError) return <LoadFailure what="The people to let in again" requests={[found]} />
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>People to let in again</h2>
      <ul className={styles.sentences}>
        {rows.map(({ personId, name, userId, reason, asked }) => (
          <li key={personId}>
            <Link to={staffPaths.user(personId)}>{`${name}, ${userId}`}</Link>: asked by {asked.name},{' '}
            {formatInstant(asked.at, clientSettings)}. {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Asked = NonNullable<User['resumption']>

/** The decision about a suspended person whom somebody asked to let in. */
export function ResumptionDecision({ user, asked }: { user: User; asked: Asked }) {
  const headingId = useId()
  const { clientSettings } = clientContext()
  const [choice, setChoice] = useState<'confirm' | 'decline' | null>(null)
  const { personId, name } = user
  const decline = asked.decisionRefusal === null ? 'Decline' : 'Withdraw'
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Let in again?</h2>
      <p>
        {asked.asked.name} asked for it, {formatInstant(asked.asked.at, clientSettings)}: {asked.reason}
      </p>
      {asked.decisionRefusal === null ? null : <p>{asked.decisionRefusal}</p>}
      <ChoiceBar
        label={`Decision about ${name}`}
        choices={[
          ...(asked.decisionRefusal === null ? [{ value: 'confirm' as const, text: 'Confirm' }] : []),
          { value: 'decline' as const, text: decline },
        ]}
        value={choice}
        onChange={setChoice}
      />
      {choice === 'confirm' ? <Confirm personId={personId} name={name} /> : null}
      {choice === 'decline' ? (
        <NoteForm
          label="Reason"
          submitText={decline}
          text={requiredReason}
          save={reason =>
            call(declineResumption, {
              params: { personId },
              body: { data: { type: 'command', attributes: { reason } } },
            })
          }
          onSaved={() => void showChange(`${name} stays suspended.`)}
        />
      ) : null}
    </section>
  )
}

function Confirm({ personId, name }: { personId: string; name: string }) {
  const { isPending, run } = usePending()
  const confirm = async () => {
    await call(confirmResumption, {
      params: { personId },
      body: { data: { type: 'command', attributes: {} } },
    })
    await showChange(`${name} can log in again.`)
  }
  return (
    <p>
      They can log in at once, with the rights on this page.{' '}
      <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
        Let {name} in again
      </Button>
    </p>
  )
}
