import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { type PostingKind, postingKinds } from '../domain/posting-kinds.ts'
import {
  confirmPostingRequest,
  declinePostingRequest,
  listPostingRequests,
  type PostingRequest,
  withdrawPostingRequest,
} from '../posting-requests.contract.ts'
import styles from './PostingsToConfirm.module.css'

type Items = Parameters<typeof DescriptionList>[0]['items']
/** `subject`: what the command is about, such as an account. */
type Description = { subject: string; items: Items }
/** How requests of a kind are described that are about something else than a grant or a contribution of one account. */
type Descriptions = Partial<Record<PostingKind, (request: PostingRequest, currency: Currency) => Description>>

/** Commands that post money and wait for a second person. `descriptions`: those of features that describe their own. */
export function PostingsToConfirm({ descriptions }: { descriptions: Descriptions }) {
  const headingId = useId()
  const found = useQuery(query(listPostingRequests, {}))
  const rows = found.data?.data ?? []
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Money to confirm</h2>
      {found.isLoadingError ? <LoadFailure what="The money to confirm" requests={[found]} /> : null}
      {found.data && rows.length === 0 ? <p>No money is waiting for a second person.</p> : null}
      {rows.map(request => (
        <WaitingPosting key={request.requestId} request={request} descriptions={descriptions} />
      ))}
    </section>
  )
}

function WaitingPosting({ request, descriptions }: { request: PostingRequest; descriptions: Descriptions }) {
  const { clientSettings, currentDbHeader } = clientContext()
  const [choice, setChoice] = useState<'confirm' | 'decline' | null>(null)
  const { requestId, kind } = request
  const amount = formatMoney(request.amountMinor, currentDbHeader, clientSettings.locale)
  const title = `${inClientEnglish(postingKinds[kind].label)}: ${amount}`
  const { subject, items } = (descriptions[kind] ?? describeAccount)(request, currentDbHeader)
  return (
    <article aria-label={`${title}, ${subject}`} className={styles.card}>
      <h3>{title}</h3>
      <DescriptionList
        items={[
          ...items,
          {
            term: 'Entered',
            description: `${formatInstant(request.requestedAt, clientSettings)} by ${request.requestedByName}`,
          },
        ]}
      />
      {request.decisionRefusal === null ? (
        <ChoiceBar
          label={`Decision about ${title}`}
          choices={[
            { value: 'confirm' as const, text: 'Confirm' },
            { value: 'decline' as const, text: 'Decline' },
          ]}
          value={choice}
          onChange={setChoice}
        />
      ) : (
        <p>{request.decisionRefusal}</p>
      )}
      {request.isOwn ? <Withdraw requestId={requestId} /> : null}
      {choice === 'confirm' ? <Confirm requestId={requestId} amount={amount} /> : null}
      {choice === 'decline' ? (
        <NoteForm
          onSaved={() => void refreshAll()}
          label="Why you decline it"
          hint="For staff. Donors don’t see it."
          submitText="Decline"
          text={requiredReason}
          save={note =>
            call(declinePostingRequest, {
              params: { requestId },
              body: { data: { type: 'command', attributes: { note } } },
            })
          }
        />
      ) : null}
    </article>
  )
}

const describeAccount = ({
  subjectId,
  accountName,
  fundId,
  charityName: charity,
  bankReference,
  reason,
}: PostingRequest): Description => ({
  subject: accountName ?? '',
  items: [
    { term: 'Fund', description: `${accountName}, Account ID ${fundId}` },
    ...(charity === null
      ? []
      : [
          {
            term: 'Grant to',
            description: <Link to={staffPaths.reviewGrant(subjectId)}>{charityName(charity)}</Link>,
          },
        ]),
    ...(bankReference === null ? [] : [{ term: 'The bank’s reference', description: bankReference }]),
    { term: 'Reason', description: reason ?? 'None given' },
  ],
})

function Confirm({ requestId, amount }: { requestId: string; amount: string }) {
  const { isPending, run } = usePending()
  const confirm = async () => {
    await call(confirmPostingRequest, {
      params: { requestId },
      body: { data: { type: 'command', attributes: {} } },
    })
    showToast({ className: 'success', header: `Confirmed ${amount}.` })
    await refreshAll()
  }
  return (
    <p>
      This is carried out immediately.{' '}
      <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
        Confirm {amount}
      </Button>
    </p>
  )
}

function Withdraw({ requestId }: { requestId: string }) {
  const { isPending, run } = usePending()
  const withdraw = async () => {
    await call(withdrawPostingRequest, {
      params: { requestId },
      body: { data: { type: 'command', attributes: {} } },
    })
    await refreshAll()
  }
  return (
    <Button kind="quiet" isPending={isPending} onPress={() => void run(withdraw)}>
      Withdraw
    </Button>
  )
}
