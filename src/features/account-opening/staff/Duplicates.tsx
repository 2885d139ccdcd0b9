import { useState } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Can } from '../../../web/session/can.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { type ApplicationReview, findDuplicates } from '../review.contract.ts'
import styles from './Applications.module.css'

/** How long the job takes to look in every book of the realm, as a rule. */
const lookedAfterMs = 1500

/** Possible duplicates of the application's people and fund, in all of the sponsor's books. */
export function Duplicates({ review, onLooked }: { review: ApplicationReview; onLooked: () => void }) {
  const [isLooking, setLooking] = useState(false)
  const { duplicates, duplicatesFoundAt, application } = review
  const look = async () => {
    setLooking(true)
    try {
      const body = { data: { type: 'command' as const, attributes: {} } }
      await call(findDuplicates, { params: { applicationId: application.applicationId }, body })
      setTimeout(() => {
        setLooking(false)
        onLooked()
      }, lookedAfterMs)
    } catch (failure) {
      showFailure(failure)
      setLooking(false)
    }
  }
  return (
    <section className={styles.section}>
      <h2>Possible duplicates</h2>
      <p role="status">{sentenceOf(review)}</p>
      {duplicates.length === 0 ? null : (
        <ul className={styles.entries}>
          {duplicates.map(({ kind, of, found, reason, fundId, currency }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={index}>
              {found}
              <Note>
                {reason} as {kind === 'fund' ? 'the account' : of}
                {fundId === null ? '' : `, account ${fundId} (${currency})`}
              </Note>
            </li>
          ))}
        </ul>
      )}
      <Can action="APPLICATION_REVIEW">
        <p>
          <Button isPending={isLooking} pendingText="Checking..." onPress={() => void look()}>
            {duplicatesFoundAt === null ? 'Check for duplicates' : 'Check again'}
          </Button>
        </p>
      </Can>
    </section>
  )
}

function sentenceOf({ duplicates, duplicatesFoundAt }: ApplicationReview): string {
  if (duplicatesFoundAt === null) return 'No one has checked for duplicates yet.'
  const when = formatInstant(duplicatesFoundAt, clientContext().clientSettings)
  if (duplicates.length === 0) return `No duplicates were found on ${when}.`
  return `${duplicates.length === 1 ? 'One was' : `${duplicates.length} were`} found on ${when}. People with the same name and address keep their login.`
}
