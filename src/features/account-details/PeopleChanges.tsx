import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import styles from './AccountDetails.module.css'
import { AddPerson } from './AddPerson.tsx'
import { getPeopleChanges, type RequestOfAccount } from './relationship-requests.contract.ts'
import { WithdrawRequest } from './WithdrawRequest.tsx'

/** Below the relationships: requests that wait for confirmation, and the form that adds a person. */
export function PeopleChanges({ fundId }: { fundId: number }) {
  const { displayName, locale } = clientContext().clientSettings
  const [toWithdraw, setToWithdraw] = useState<RequestOfAccount | null>(null)
  const changes = useQuery(query(getPeopleChanges, { params: { fundId } }))
  if (changes.isLoadingError) return <LoadFailure what="Requested changes" requests={[changes]} />
  if (!changes.data) return null
  const { requests, addable } = changes.data
  return (
    <>
      {requests.length === 0 ? null : (
        <div className={styles.block}>
          <h3>Waiting for confirmation by {displayName}</h3>
          <ul>
            {requests.map(request => (
              <li key={request.requestId}>
                {request.sentence}, requested by {request.requestedBy} on{' '}
                {formatDate(request.requestedDate, locale)}
                {request.mayWithdraw ? (
                  <>
                    {' '}
                    <Button kind="text" onPress={() => setToWithdraw(request)}>
                      Withdraw<VisuallyHidden> the request: {request.sentence}</VisuallyHidden>
                    </Button>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      )}
      <WithdrawRequest request={toWithdraw} fundId={fundId} onClose={() => setToWithdraw(null)} />
      {addable.length === 0 ? null : <AddPerson addable={addable} fundId={fundId} />}
    </>
  )
}
