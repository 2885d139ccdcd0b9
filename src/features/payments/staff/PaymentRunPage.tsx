import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryClient, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { ProgressBar } from '../../../web/ui/progress/ProgressBar.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { TimeLine } from '../../../web/ui/progress/TimeLine.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { describeRanges } from '../domain/cheque-stock.ts'
import { runSign, runState } from '../domain/run-labels.ts'
import { getPaymentRun, type RunDetails } from '../payments.contract.ts'
import styles from './Payments.module.css'
import { eventTitle, formatTitle, paymentCount } from './payment-labels.ts'
import { RefusedByBank } from './RefusedByBank.tsx'
import { RunActions } from './RunActions.tsx'
import { RunPayments } from './RunPayments.tsx'
import { StoppedPayments } from './StoppedPayments.tsx'

const refreshWhileRecordingMs = 2_000

/** /super-user-dashboard/payments/{id}: a payment run with what can be done with it, its payments and its history (§13). */
export function PaymentRunPage() {
  const { runId } = useScreenParams('/super-user-dashboard/payments/$runId')
  if (!z.safeParse(z.uuid(), runId).success) throw new Problem('not-found')
  const options = query(getPaymentRun, { params: { runId } })
  const run = useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) =>
      data && (isRecording(data) || isPuttingBack(data)) ? refreshWhileRecordingMs : false,
  })
  const [done, setDone] = useState<Done | null>(null)
  if (run.isLoadingError) return <LoadFailure what="The run" requests={[run]} />
  if (!run.data) return <Skeleton shape="statement" lines={8} label="Loading the run" />
  const show = (next: RunDetails, sentence: string) => {
    queryClient.setQueryData(options.queryKey, next)
    setDone(last => ({ sentence, number: (last?.number ?? 0) + 1 }))
    void refreshAll()
  }
  return <RunView run={run.data} done={done} onDone={show} />
}

const isRecording = ({ state, paid, payments, rejected }: RunDetails) =>
  state === 'sent' && paid < payments - rejected
/** A job puts the grants of a refused run back one after the other. */
const isPuttingBack = ({ state, payments, rejected }: RunDetails) =>
  state === 'rejected' && rejected < payments

/** What the page says after a command. The number makes the same sentence, said again, take the focus again. */
type Done = { sentence: string; number: number }

type RunViewProps = {
  run: RunDetails
  done: Done | null
  onDone: (next: RunDetails, sentence: string) => void
}

function RunView({ run, done, onDone }: RunViewProps) {
  const historyId = useId()
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Super User Dashboard', to: paths.superUserDashboard() },
          { title: 'Payments', to: staffPaths.payments() },
        ]}
      />
      <PageHeading
        title={`Payment Run ${run.runNumber}`}
        status={<StatusChip sign={runSign(run)}>{runState(run, locale)}</StatusChip>}
        lead={run.method === 'eft' ? 'Transfer run' : inClientEnglish('Cheque run')}
      >
        Run {run.runNumber}
      </PageHeading>
      {done === null ? null : (
        <Alert key={done.number} kind="success" takesFocus>
          <p>{done.sentence}</p>
        </Alert>
      )}
      {isRecording(run) ? (
        <ProgressBar
          label="Recording the grants as paid"
          value={run.paid}
          max={run.payments - run.rejected}
          text={`${run.paid} of ${run.payments - run.rejected}`}
        />
      ) : null}
      {isPuttingBack(run) ? (
        <ProgressBar
          label="Putting the grants back"
          value={run.rejected}
          max={run.payments}
          text={`${run.rejected} of ${run.payments}`}
        />
      ) : null}
      <StoppedPayments run={run} />
      {run.rejected > 0 ? <RefusedByBank run={run} /> : null}
      <div className={styles.columns}>
        <div>
          <Facts run={run} />
        </div>
        <RunActions key={`${run.state} ${run.isReleased}`} run={run} onDone={onDone} />
      </div>
      <div className={styles.payments}>
        <RunPayments run={run} onDone={onDone} />
      </div>
      <section aria-labelledby={historyId} className={styles.payments}>
        <h2 id={historyId}>History</h2>
        <TimeLine
          label="History of this run"
          events={run.events.map(({ kind, actorName, at, reason }, index) => ({
            key: String(index),
            title: eventTitle(kind),
            when: formatInstant(at, clientSettings),
            note: `by ${actorName}${reason === null ? '' : `: ${reason}`}`,
            state: 'done' as const,
          }))}
        />
      </section>
    </>
  )
}

function Facts({ run }: { run: RunDetails }) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const { currency } = run
  return (
    <DescriptionList
      items={[
        {
          term: 'Total',
          description: <Money amountMinor={run.amountMinor} currency={currency} size="large" />,
        },
        { term: 'Payments', description: paymentCount(run.payments) },
        {
          term: run.method === 'eft' ? 'Payment day' : 'Dated',
          description: formatDate(run.paymentOn, locale),
        },
        { term: 'Format', description: formatTitle(run.format) },
        { term: 'Includes grants approved up to', description: formatInstant(run.cutoffAt, clientSettings) },
        { term: 'Last checked', description: formatInstant(run.checkedAt, clientSettings) },
        ...(run.cheques.length === 0
          ? []
          : [
              {
                term: run.cheques.length === 1 && run.payments === 1 ? 'Number' : 'Numbers',
                description: describeRanges(run.cheques, locale),
              },
            ]),
        ...(run.state === 'sent'
          ? [
              { term: 'Cleared', description: run.cleared === 0 ? 'None yet' : paymentCount(run.cleared) },
              {
                term: 'Returned',
                description:
                  run.returned === 0 ? (
                    'None'
                  ) : (
                    <>
                      {paymentCount(run.returned)},{' '}
                      <Money amountMinor={run.returnedMinor} currency={currency} />
                    </>
                  ),
              },
            ]
          : []),
        ...(run.fileHash === null
          ? []
          : [{ term: 'SHA-256 of the file', description: <code>{run.fileHash}</code> }]),
      ]}
    />
  )
}
