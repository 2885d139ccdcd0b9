import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryClient, refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCan, useSession } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { isOneOf, pendingStatuses } from '../domain/grant-status.ts'
import styles from './Owner.module.css'
import { getStaffGrant, listReviewers, type StaffGrant, setGrantOwner } from './staff-grants.contract.ts'

/** The owner of the grant, their due date, and the controls to claim, hand over or return it to the queue. */
export function Owner({ grant }: { grant: StaffGrant }) {
  const { locale, today } = clientContext().clientSettings
  const session = useSession()
  const mayOwn = useCan('GRANT_APPROVE')
  const [isHandingOver, setHandingOver] = useState(false)
  const { isPending, run } = usePending()
  const userId = session.state === 'signed-in' ? session.facts.userId : ''
  const { grantId, owner, formerOwner, dueOn } = grant
  const give = (ownerId: string | null) =>
    run(async () => {
      const body = { data: { type: 'command' as const, attributes: { ownerId } } }
      const updated = await call(setGrantOwner, { params: { grantId }, body })
      queryClient.setQueryData(query(getStaffGrant, { params: { grantId } }).queryKey, updated)
      setHandingOver(false)
      await refreshAll()
    })
  if (!isOneOf(pendingStatuses, grant.transactionStatusCode)) return null
  return (
    <section aria-label="Owner" className={styles.owner}>
      <p className={styles.fact} role="status">
        <span className={styles.label}>Owner</span> {owner?.name ?? 'Unassigned'}
        {formerOwner === null ? null : `. It was ${formerOwner}’s, who can’t decide about grants now.`}
      </p>
      {dueOn === null ? null : (
        <p className={styles.fact}>
          <span className={styles.label}>{grant.isOnHold ? 'Review the hold by' : 'Due'}</span>{' '}
          <span className={dueOn < today ? styles.late : undefined}>
            {formatDate(dueOn, locale)}
            {dueOn < today ? ', overdue' : null}
          </span>
        </p>
      )}
      {mayOwn ? (
        <p className={styles.actions}>
          {owner?.userId === userId ? (
            <Button kind="text" isPending={isPending} onPress={() => void give(null)}>
              Return to the queue
            </Button>
          ) : (
            <Button kind="text" isPending={isPending} onPress={() => void give(userId)}>
              {owner === null ? 'Claim' : 'Take over'}
            </Button>
          )}
          <Button kind="text" onPress={() => setHandingOver(!isHandingOver)}>
            Hand over
          </Button>
        </p>
      ) : null}
      {isHandingOver ? <Reviewers owner={owner} onChoose={ownerId => void give(ownerId)} /> : null}
    </section>
  )
}

function Reviewers({ owner, onChoose }: { owner: StaffGrant['owner']; onChoose: (userId: string) => void }) {
  const found = useQuery(query(listReviewers, {}))
  const people = (found.data?.data ?? []).filter(({ userId }) => userId !== owner?.userId)
  if (found.isLoadingError) return <LoadFailure what="The reviewers" requests={[found]} />
  return (
    <Select
      label="Hand over to"
      name="owner"
      value={null}
      choices={people.map(({ userId, name }) => ({ value: userId, text: name }))}
      onChange={onChoose}
    />
  )
}
