import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import {
  callNote,
  confirmBankDetails,
  type BankDetails as Details,
  declineBankDetails,
  listBankDetails,
} from '../bank-details.contract.ts'
import styles from './CharityProfilePage.module.css'
import { DecideChange } from './DecideChange.tsx'
import { EnterDetails } from './EnterDetails.tsx'

/** The bank details of a charity: those in use, those awaiting confirmation, and previous ones. */
export function BankDetails({ charityId }: { charityId: string }) {
  const headingId = useId()
  const mayEnter = useCan('BANK_DETAILS_EDIT')
  const [isEntering, setEntering] = useState(false)
  const found = useQuery(query(listBankDetails, { params: { charityId } }))
  const rows = found.data?.data ?? []
  const proposed = rows.find(({ state }) => state === 'proposed')
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.heading}>
        <h2 id={headingId}>Bank details</h2>
        {found.data && mayEnter && !proposed && !isEntering ? (
          <Button kind="text" onPress={() => setEntering(true)}>
            Enter bank details
          </Button>
        ) : null}
      </div>
      {found.isLoadingError ? (
        <LoadFailure what="The bank details" requests={[found]} />
      ) : found.data ? (
        <>
          <InUse details={rows.find(({ state }) => state === 'confirmed')} />
          {proposed ? <Proposed charityId={charityId} details={proposed} /> : null}
          {isEntering && !proposed ? (
            <EnterDetails charityId={charityId} onDone={() => setEntering(false)} />
          ) : null}
          <Former rows={rows.filter(({ state }) => state === 'declined' || state === 'replaced')} />
        </>
      ) : (
        <Skeleton shape="text" lines={3} label="Loading the bank details" />
      )}
    </section>
  )
}

function InUse({ details }: { details: Details | undefined }) {
  const { locale, today } = clientContext().clientSettings
  if (!details) return <p>There are no confirmed bank details, so this charity is paid by other means.</p>
  const { usableFrom } = details
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Account', description: accountOf(details) },
          { term: 'Entered', description: `by ${details.proposedByName}: ${details.reason}` },
          { term: 'Confirmed', description: `by ${details.decidedByName}: ${details.note}` },
        ]}
      />
      {usableFrom !== null && usableFrom > today ? (
        <Alert
          kind="caution"
          heading={`No payments to this account before ${formatDate(usableFrom, locale)}`}
        >
          <p>New details can be used after three days, so that the charity has time to object.</p>
        </Alert>
      ) : null}
    </>
  )
}

/** A checking account goes without saying. */
const accountOf = ({ holderName, lastFour, accountKind }: Details): string =>
  `${holderName}, ${accountKind === 'savings' ? 'savings account ' : ''}ending in ${lastFour}`

type ProposedProps = { charityId: string; details: Details }

function Proposed({ charityId, details }: ProposedProps) {
  const { clientSettings } = clientContext()
  const decide = (endpoint: typeof confirmBankDetails | typeof declineBankDetails) => (note: string) =>
    call(endpoint, {
      params: { charityId, detailsId: details.detailsId },
      body: { data: { type: 'command', attributes: { note } } },
    })
  return (
    <>
      <Alert kind="caution" heading="New details are awaiting confirmation">
        <p>
          {accountOf(details)}. Entered by {details.proposedByName},{' '}
          {formatInstant(details.proposedAt, clientSettings)}: {details.reason}
        </p>
      </Alert>
      <DecideChange
        decisionRefusal={details.decisionRefusal}
        confirm={{
          save: decide(confirmBankDetails),
          label: 'Who you called, on which number, and where you found it',
          hint: 'Call the charity on a number from another source, never on one that came with the details.',
          submitText: 'Confirm after the call',
          text: callNote,
        }}
        decline={{ save: decide(declineBankDetails), submitText: 'Decline these details' }}
      />
    </>
  )
}

function Former({ rows }: { rows: readonly Details[] }) {
  const { clientSettings } = clientContext()
  if (rows.length === 0) return null
  return (
    <Table<Details>
      caption="Previous bank details"
      columns={[
        {
          key: 'account',
          heading: 'Account',
          isRowHeading: true,
          cell: accountOf,
        },
        {
          key: 'state',
          heading: 'Outcome',
          cell: ({ state }) => (state === 'declined' ? 'Declined' : 'Replaced'),
        },
        { key: 'who', heading: 'Decided by', cell: ({ decidedByName }) => decidedByName },
        {
          key: 'when',
          heading: 'When',
          cell: ({ decidedAt }) => (decidedAt === null ? null : formatInstant(decidedAt, clientSettings)),
        },
        { key: 'note', heading: 'Note', cell: ({ note }) => note },
      ]}
      rows={rows}
      rowKey={({ detailsId }) => detailsId}
      hasStickyHeading={false}
      empty={{ text: '' }}
    />
  )
}
