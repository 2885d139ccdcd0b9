import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import {
  confirmPayeeChange,
  declinePayeeChange,
  getCharityPayee,
  type PayeeChange,
  type PayeeFields,
  payeeNote,
} from '../payee-changes.contract.ts'
import styles from './CharityProfilePage.module.css'
import { DecideChange } from './DecideChange.tsx'
import { EnterPayee } from './EnterPayee.tsx'
import { payeeValue, profileFieldLabel } from './profile-labels.ts'

/** Whom a charity's payments are made out to, and a change that awaits a second person. */
export function Payee({ charityId }: { charityId: string }) {
  const headingId = useId()
  const mayEnter = useCan('BANK_DETAILS_EDIT')
  const [isEntering, setEntering] = useState(false)
  const found = useQuery(query(getCharityPayee, { params: { charityId } }))
  const open = found.data?.data.find(({ state }) => state === 'proposed')
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.heading}>
        <h2 id={headingId}>Payee</h2>
        {found.data && mayEnter && !open && !isEntering ? (
          <Button kind="text" onPress={() => setEntering(true)}>
            Change the payee
          </Button>
        ) : null}
      </div>
      {found.isLoadingError ? (
        <LoadFailure what="The payee" requests={[found]} />
      ) : found.data ? (
        <>
          <InUse fields={found.data.fields} latest={found.data.data.find(isConfirmed)} />
          {open ? <Open charityId={charityId} change={open} /> : null}
          {isEntering && !open ? (
            <EnterPayee
              key={found.data.revision}
              charityId={charityId}
              revision={found.data.revision}
              fields={found.data.fields}
              onDone={() => setEntering(false)}
            />
          ) : null}
        </>
      ) : (
        <Skeleton shape="text" lines={4} label="Loading the payee" />
      )}
    </section>
  )
}

const isConfirmed = ({ state }: PayeeChange) => state === 'confirmed'

function InUse({ fields, latest }: { fields: PayeeFields; latest: PayeeChange | undefined }) {
  const { locale, today } = clientContext().clientSettings
  const usableFrom = latest?.usableFrom ?? null
  const cheque = localEnglish('By cheque', locale)
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Paid', description: fields.paysByEft ? 'By electronic transfer' : cheque },
          { term: 'Made out to', description: fields.payeeName || 'The name in the register' },
          { term: 'Sent to', description: fields.payeeAddress || 'The address in the register' },
          { term: 'E-mail for grant letters', description: fields.payeeEmail || 'None: we print them' },
        ]}
      />
      {latest && usableFrom !== null && usableFrom > today ? (
        <Alert
          kind="caution"
          heading={`No payments to this charity before ${formatDate(usableFrom, locale)}`}
        >
          <p>
            Its payee was changed by {latest.proposedByName} and {latest.decidedByName}. A new payee can be
            paid after three days, so that the charity has time to object.
          </p>
        </Alert>
      ) : null}
    </>
  )
}

type OpenProps = { charityId: string; change: PayeeChange }

function Open({ charityId, change }: OpenProps) {
  const { clientSettings } = clientContext()
  const decide = (endpoint: typeof confirmPayeeChange | typeof declinePayeeChange) => (note: string) =>
    call(endpoint, {
      params: { charityId, changeId: change.changeId },
      body: { data: { type: 'command', attributes: { note } } },
    })
  return (
    <>
      <Alert kind="caution" heading="A change is awaiting confirmation">
        <p>
          Entered by {change.proposedByName}, {formatInstant(change.proposedAt, clientSettings)}:{' '}
          {change.reason}
        </p>
        <ul>
          {change.fields.map(({ field, before, after }) => (
            <li key={field}>
              {profileFieldLabel(field)}: {payeeValue(field, before)} to {payeeValue(field, after)}
            </li>
          ))}
        </ul>
      </Alert>
      <DecideChange
        decisionRefusal={change.decisionRefusal}
        confirm={{
          save: decide(confirmPayeeChange),
          label: 'How you verified the change',
          hint: 'Call the charity on a number from another source, never on one that came with the change.',
          submitText: 'Confirm this change',
          text: payeeNote,
        }}
        decline={{ save: decide(declinePayeeChange), submitText: 'Decline this change' }}
      />
    </>
  )
}
