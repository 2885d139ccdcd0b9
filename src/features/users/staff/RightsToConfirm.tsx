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
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import {
  confirmRight,
  declineRight,
  listWaitingRights,
  type WaitingRight,
  withdrawRight,
} from '../rights.contract.ts'
import { DiffersFromSet } from './DiffersFromSet.tsx'
import { PermissionList } from './PermissionList.tsx'
import { periodText } from './period-text.ts'
import { rightTitle } from './right-labels.ts'
import { showChange } from './show-change.ts'
import styles from './Users.module.css'

/** Rights that wait for a second person. Nothing is shown while none does. */
export function RightsToConfirm() {
  const headingId = useId()
  const found = useQuery(query(listWaitingRights, {}))
  const rows = found.data?.data ?? []
  if (found.isLoadingError) return <LoadFailure what="The rights to confirm" requests={[found]} />
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Rights to confirm</h2>
      {rows.map(right => (
        <RightToConfirm key={right.rightId} right={right} />
      ))}
    </section>
  )
}

function RightToConfirm({ right }: { right: WaitingRight }) {
  const { clientSettings } = clientContext()
  const mayManage = useCan('USER_MANAGE')
  const [choice, setChoice] = useState<'confirm' | 'decline' | null>(null)
  const { rightId, personId, name, given, decisionRefusal, setRefusal } = right
  const title = `${rightTitle(right)} for ${name}`
  return (
    <article aria-label={title} className={styles.card}>
      <h3 className={styles.title}>{title}</h3>
      <DescriptionList
        items={[
          {
            term: 'Person',
            description: <Link to={staffPaths.user(personId)}>{`${name}, ${right.userId}`}</Link>,
          },
          { term: 'Period', description: periodText(right, clientSettings) },
          { term: 'Reason', description: right.reason },
          ...(given === null
            ? []
            : [
                {
                  term: 'Asked for',
                  description: `${formatInstant(given.at, clientSettings)} by ${given.name}`,
                },
              ]),
        ]}
      />
      <PermissionList actions={right.actions} isWhole={right.isWhole} />
      {right.differsFromSet ? <DiffersFromSet /> : null}
      {mayManage && setRefusal !== null ? <p>{setRefusal}</p> : null}
      {!mayManage ? null : decisionRefusal === null ? (
        <ChoiceBar
          label={`Decision about ${title}`}
          choices={[
            ...(setRefusal === null ? [{ value: 'confirm' as const, text: 'Confirm' }] : []),
            { value: 'decline' as const, text: 'Decline' },
          ]}
          value={choice}
          onChange={setChoice}
        />
      ) : (
        <p>{decisionRefusal}</p>
      )}
      {mayManage && right.isOwnRequest ? <Withdraw rightId={rightId} /> : null}
      {choice === 'confirm' && setRefusal === null ? <Confirm rightId={rightId} name={name} /> : null}
      {choice === 'decline' ? (
        <NoteForm
          label="Why you decline it"
          submitText="Decline"
          text={requiredReason}
          save={reason =>
            call(declineRight, {
              params: { rightId },
              body: { data: { type: 'command', attributes: { reason } } },
            })
          }
          onSaved={() => void showChange(`${title} is declined.`)}
        />
      ) : null}
    </article>
  )
}

function Confirm({ rightId, name }: { rightId: string; name: string }) {
  const { isPending, run } = usePending()
  const confirm = async () => {
    await call(confirmRight, { params: { rightId }, body: { data: { type: 'command', attributes: {} } } })
    await showChange(`${name} has this right now.`)
  }
  return (
    <p>
      It takes effect immediately.{' '}
      <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
        Confirm this right
      </Button>
    </p>
  )
}

function Withdraw({ rightId }: { rightId: string }) {
  const { isPending, run } = usePending()
  const withdraw = async () => {
    await call(withdrawRight, { params: { rightId }, body: { data: { type: 'command', attributes: {} } } })
    await showChange('The request is withdrawn.')
  }
  return (
    <Button kind="quiet" isPending={isPending} onPress={() => void run(withdraw)}>
      Withdraw
    </Button>
  )
}
