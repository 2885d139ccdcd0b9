import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../domain/dates.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import styles from './AccountDetails.module.css'
import { AddPerson } from './AddPerson.tsx'
import { getPeopleChanges } from './relationship-requests.contract.ts'

/** Below the relationships: requests that wait for confirmation, and the form that adds a person. */
export function PeopleChanges({ fundId }: { fundId: number }) {
  const { displayName, locale } = clientContext().clientSettings
  const changes = useQuery(query(getPeopleChanges, { params: { fundId } }))
  if (changes.isError) return <LoadFailure what="Requested changes" requests={[changes]} />
  if (!changes.data) return null
  const { requests, addable } = changes.data
  return (
    <>
      {requests.length === 0 ? null : (
        <div className={styles.block}>
          <h3>Waiting for confirmation by {displayName}</h3>
          <ul>
            {requests.map(({ requestId, sentence, requestedBy, requestedDate }) => (
              <li key={requestId}>
                {sentence}, requested by {requestedBy} on {formatDate(requestedDate, locale)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {addable.length === 0 ? null : <AddPerson addable={addable} fundId={fundId} />}
    </>
  )
}
