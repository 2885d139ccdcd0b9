import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import {
  type ChangeNotice,
  closeNotice,
  listChangeNotices,
  proposeFromNotice,
} from '../change-notices.contract.ts'
import styles from './Payments.module.css'

/** Notices of change from the bank: those that wait for a person, and what became of the latest others. */
export function ChangeNotices() {
  const found = useQuery(query(listChangeNotices, {}))
  if (found.isLoadingError) return <LoadFailure what="The notices of change" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={4} label="Loading the notices of change" />
  const open = found.data.data.filter(({ state }) => state === 'open')
  const others = found.data.meta.open - open.length
  return (
    <>
      <p>
        With a notice of change, a bank says what is wrong about the account of a charity. Corrections that
        could not become a proposal of bank details, or whose proposal was declined, wait here. The bank
        expects corrected details with the next payment.
      </p>
      {open.length === 0 ? <p>No notices are waiting.</p> : null}
      {open.map(notice => (
        <OpenNotice key={notice.noticeId} notice={notice} />
      ))}
      {others > 0 ? <p>And {others} more.</p> : null}
      <DecidedNotices rows={found.data.data.filter(({ state }) => state !== 'open')} />
    </>
  )
}

const subjectOf = ({ charityName: name, reference }: ChangeNotice): string =>
  name === null ? (reference ?? 'No payment named') : charityName(name)

function OpenNotice({ notice }: { notice: ChangeNotice }) {
  const { clientSettings } = clientContext()
  const mayClose = useCan('GRANT_PAY')
  const mayPropose = useCan('BANK_DETAILS_EDIT') && notice.proposalRefusal === null
  const [choice, setChoice] = useState<'propose' | 'close' | null>(null)
  const subject = subjectOf(notice)
  const choices = [
    ...(mayPropose ? [{ value: 'propose' as const, text: 'Propose the correction' }] : []),
    ...(mayClose ? [{ value: 'close' as const, text: 'Close' }] : []),
  ]
  return (
    <article aria-label={`${subject}: ${notice.sentence}`} className={styles.notice}>
      <h2>{subject}</h2>
      <DescriptionList
        items={[
          { term: 'The bank says', description: notice.sentence },
          ...(notice.problem === null ? [] : [{ term: 'Why it waits', description: notice.problem }]),
          { term: 'Payment', description: <PaymentOf notice={notice} /> },
          ...(notice.charityId === null
            ? []
            : [
                {
                  term: 'Bank details',
                  description: <Link to={staffPaths.charityProfile(notice.charityId)}>{subject}</Link>,
                },
              ]),
          {
            term: 'Received',
            description: `${formatInstant(notice.receivedAt, clientSettings)} in ${notice.fileName}`,
          },
        ]}
      />
      {choices.length === 0 ? null : (
        <ChoiceBar
          label={`What to do about ${subject}`}
          choices={choices}
          value={choice}
          onChange={setChoice}
        />
      )}
      {choice === 'propose' ? <Propose notice={notice} /> : null}
      {choice === 'close' ? (
        <NoteForm
          onSaved={() => void refreshAll()}
          label="Why you close it"
          hint="For example, that you entered the details by hand after a call."
          submitText="Close the notice"
          text={requiredReason}
          save={async note => {
            await call(closeNotice, {
              params: { noticeId: notice.noticeId },
              body: { data: { type: 'command', attributes: { note } } },
            })
            showToast({ className: 'success', header: `The notice about ${subject} was closed.` })
          }}
        />
      ) : null}
    </article>
  )
}

function PaymentOf({ notice: { grantId, reference } }: { notice: ChangeNotice }) {
  if (grantId === null) return reference ?? 'None'
  return <Link to={staffPaths.reviewGrant(grantId)}>{reference ?? 'The grant'}</Link>
}

function Propose({ notice }: { notice: ChangeNotice }) {
  const { isPending, run } = usePending()
  const propose = async () => {
    await call(proposeFromNotice, {
      params: { noticeId: notice.noticeId },
      body: { data: { type: 'command', attributes: {} } },
    })
    showToast({ className: 'success', header: 'The details are awaiting confirmation by a second person.' })
    await refreshAll()
  }
  return (
    <p>
      Someone else has to confirm the corrected details after a call to the charity.{' '}
      <Button kind="primary" isPending={isPending} onPress={() => void run(propose)}>
        Propose these bank details
      </Button>
    </p>
  )
}

const outcomes = {
  open: '',
  proposed: 'Proposed as bank details',
  confirmed: 'Bank details confirmed',
  closed: 'Closed',
} as const satisfies Record<ChangeNotice['state'], string>

function DecidedNotices({ rows }: { rows: readonly ChangeNotice[] }) {
  const { clientSettings } = clientContext()
  if (rows.length === 0) return null
  return (
    <div className={styles.view}>
      <Table<ChangeNotice>
        caption="Latest decided notices"
        columns={[
          { key: 'subject', heading: 'Charity or payment', isRowHeading: true, cell: subjectOf },
          { key: 'sentence', heading: 'What the bank says', cell: ({ sentence }) => sentence },
          { key: 'state', heading: 'Outcome', cell: ({ state }) => outcomes[state] },
          { key: 'who', heading: 'By', cell: ({ decidedByName }) => decidedByName },
          {
            key: 'when',
            heading: 'When',
            cell: ({ decidedAt }) => (decidedAt === null ? null : formatInstant(decidedAt, clientSettings)),
          },
          { key: 'note', heading: 'Reason', cell: ({ note }) => note },
        ]}
        rows={rows}
        rowKey={({ noticeId }) => noticeId}
        empty={{ text: '' }}
      />
    </div>
  )
}
