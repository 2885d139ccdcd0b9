import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../../web/api/query.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPageTitle } from '../../../web/routing/staff-pages.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { TimeLine } from '../../../web/ui/progress/TimeLine.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { CertificateFiles } from '../certificates/CertificateFiles.tsx'
import { downloadStaffCertificates } from '../certificates/certificates.contract.ts'
import { grantSign } from '../domain/grant-sign.ts'
import type { QueueName } from '../domain/grant-status.ts'
import { CharityStatus } from './CharityStatus.tsx'
import { Decision } from './Decision.tsx'
import { FundFacts } from './FundFacts.tsx'
import { timeLineOf } from './grant-time-line.ts'
import { Owner } from './Owner.tsx'
import { PayeeChanged, PayeeFacts } from './PayeeSummary.tsx'
import { queueOfStatus } from './queues.ts'
import styles from './ReviewGrantPage.module.css'
import { ReviewWarnings } from './ReviewWarnings.tsx'
import { getStaffGrant, listGrantQueue, type StaffGrant } from './staff-grants.contract.ts'
import { useShortcut } from './use-shortcut.ts'

/** Shows a grant to staff, with the forms for their decision (§13, §17). */
export function ReviewGrantPage() {
  const { grantId } = useScreenParams('/super-user-dashboard/grants/$grantId')
  if (!z.safeParse(z.uuid(), grantId).success) throw new Problem('not-found')
  // The key resets all state for the next grant, so that no text typed here goes to it.
  return <Review key={grantId} grantId={grantId} />
}

function Review({ grantId }: { grantId: string }) {
  const grant = useQuery(query(getStaffGrant, { params: { grantId } }))
  if (grant.data) return <GrantDetails grant={grant.data} />
  return (
    <>
      <PageHeading title="Review Grant">Review Grant</PageHeading>
      {grant.isLoadingError ? (
        <LoadFailure what="The grant" requests={[grant]} />
      ) : (
        <Skeleton shape="statement" lines={8} label="Loading the grant" />
      )}
    </>
  )
}

/** The result of a command, and the grant's place in its queue before the command removed it. */
type Done = { sentence: string; place: Place }

function GrantDetails({ grant }: { grant: StaffGrant }) {
  const place = usePlaceInQueue(grant.grantId, grant.transactionStatusCode)
  const [done, setDone] = useState<Done | null>(null)
  const currentPlace = done?.place ?? place
  const payee = grant.charityNow?.payee ?? null
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Super User Dashboard', to: paths.superUserDashboard() },
          { title: staffPageTitle(currentPlace.queue), to: paths.grantQueue(currentPlace.queue) },
        ]}
      />
      <PageHeading
        title={`Review Grant ${grant.transactionId}`}
        status={<StatusChip sign={grantSign(grant.state) ?? 'in-progress'}>{grant.state}</StatusChip>}
        lead={`Transaction ${grant.transactionId}`}
      >
        Grant to {charityName(grant.charityName)}
      </PageHeading>
      {done ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>{done.sentence}</p>
        </Alert>
      ) : null}
      <NextInQueue place={currentPlace} isDone={done !== null} />
      <Owner grant={grant} />
      <ReviewWarnings grant={grant} />
      {payee === null ? null : <PayeeChanged payee={payee} />}
      <div className={styles.columns}>
        <div className={styles.about}>
          <div className={styles.hero}>
            <div className={styles.label}>Amount</div>
            <Money amountMinor={grant.amountMinor} currency={grant.currency} size="large" />
          </div>
          <FundFacts grant={grant} />
          {payee === null ? null : (
            <section aria-label="Payee" className={styles.payee}>
              <h2 className={styles.heading}>Payee that an approval confirms</h2>
              <PayeeFacts payee={payee} />
            </section>
          )}
        </div>
        <Decision grant={grant} onDone={sentence => setDone({ sentence, place })} />
        <div className={styles.history}>
          <CharityStatus grant={grant} />
          <section aria-label="Timeline">
            <h2 className={styles.heading}>Timeline</h2>
            <TimeLine label="History of this grant" events={timeLineOf(grant)} />
            <CertificateFiles
              onDownload={(format, signal) =>
                downloadFile(
                  downloadStaffCertificates,
                  { params: { grantId: grant.grantId }, query: { format } },
                  { signal, onProgress: () => {} },
                )
              }
            />
          </section>
        </div>
      </div>
    </>
  )
}

function NextInQueue({ place, isDone }: { place: Place; isDone: boolean }) {
  const { queue, position, total, next } = place
  const { history } = useRouter()
  useShortcut('KeyN', () =>
    history.push(next === null ? paths.grantQueue(queue) : staffPaths.reviewGrant(next.grantId)),
  )
  return (
    <nav aria-label="Queue" className={styles.queue}>
      {position !== null && !isDone ? (
        <span>
          {staffPageTitle(queue)}: {position} of {total}
        </span>
      ) : null}
      {next === null ? (
        <Link to={paths.grantQueue(queue)}>
          {isDone ? 'All done: back to the queue' : 'Back to the queue'}
        </Link>
      ) : (
        <Link to={staffPaths.reviewGrant(next.grantId)} look={isDone ? 'primary-button' : 'link'}>
          Next in the queue: {charityName(next.charityName)}
        </Link>
      )}
    </nav>
  )
}

type Place = {
  queue: QueueName
  /** From 1; null if the grant is not among the oldest 50 of its queue. */
  position: number | null
  total: number
  /** The next grant, or the oldest if this one is last or not in the queue; null if there is no other. */
  next: { grantId: string; charityName: string } | null
}

/** A grant's position in its queue, so that staff can go on to the next grant without returning to the list. */
function usePlaceInQueue(grantId: string, transactionStatusCode: number): Place {
  // An approved grant moves to the next queue, but the user continues with the queue that they started with.
  const [queue] = useState(() => queueOfStatus(transactionStatusCode) ?? 'to-approve')
  const list = useQuery(queryList(listGrantQueue, { query: { queue } }, '50'))
  const rows = list.data?.data ?? []
  const index = rows.findIndex(row => row.grantId === grantId)
  const next = rows[index + 1] ?? rows.find(row => row.grantId !== grantId) ?? null
  return { queue, position: index === -1 ? null : index + 1, total: list.data?.meta.total ?? 0, next }
}
