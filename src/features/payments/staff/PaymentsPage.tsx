import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPageTitle } from '../../../web/routing/staff-pages.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { listChangeNotices } from '../change-notices.contract.ts'
import { methodTitle } from '../domain/run-labels.ts'
import { listPaymentRuns, type Payments } from '../payments.contract.ts'
import { BankFile } from './BankFile.tsx'
import { ChangeNotices } from './ChangeNotices.tsx'
import { ChequeStock, LowStock } from './ChequeStock.tsx'
import { CreateRun } from './CreateRun.tsx'
import { OutstandingCheques } from './OutstandingCheques.tsx'
import styles from './Payments.module.css'
import { PositivePay } from './PositivePay.tsx'
import { RunsTable } from './RunsTable.tsx'
import { WaitingFile } from './WaitingFile.tsx'

/** The view of the payments, which the address contains. */
const paymentsSearch = z.object({
  view: z.catch(z.enum(['runs', 'cheques', 'bank-files', 'notices']), 'runs'),
  /** The bank file that waits for a second person. */
  file: z.catch(z.optional(z.uuid()), undefined),
})

/** How often the waiting grants are read again. */
const refreshEveryMs = 30_000

/** /super-user-dashboard/payments: grants waiting for payment, runs, outstanding cheques, bank files, and notices of change (§13). */
export function PaymentsPage() {
  const { view, file } = useSearchParams(paymentsSearch)
  const navigate = useNavigate()
  const { locale } = clientContext().clientSettings
  const mayPay = useCan('GRANT_PAY')
  const payments = useQuery({
    ...query(listPaymentRuns, { query: { first: 1 } }),
    refetchInterval: refreshEveryMs,
  })
  const notices = useQuery({
    ...query(listChangeNotices, { query: { first: 1 } }),
    refetchInterval: refreshEveryMs,
  })
  const openNotices = notices.data?.meta.open
  const hasCheques = payments.data?.meta.settings.cheques ?? false
  const choices = [
    { value: 'runs' as const, text: 'Runs' },
    ...(hasCheques
      ? [{ value: 'cheques' as const, text: `Outstanding ${methodTitle('cheque', locale).toLowerCase()}` }]
      : []),
    ...(mayPay ? [{ value: 'bank-files' as const, text: 'Bank files' }] : []),
    {
      value: 'notices' as const,
      text: openNotices === undefined ? 'Notices of change' : `Notices of change (${openNotices})`,
    },
  ]
  return (
    <>
      <div className={styles.head}>
        <PageHeading
          title="Payments"
          isAboveList
          lead={payments.data ? <Waiting payments={payments.data} /> : '\u00a0'}
        >
          Payments
        </PageHeading>
        <ChoiceBar
          label="Show"
          choices={choices}
          value={view}
          onChange={next =>
            void navigate({
              to: staffPaths.payments(next === 'runs' ? undefined : next),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {payments.isLoadingError ? (
        <LoadFailure what="The payments" requests={[payments]} />
      ) : payments.data ? (
        <div className={styles.view}>
          {view === 'runs' ? (
            <>
              {payments.data.meta.stock?.isLow ? <LowStock left={payments.data.meta.stock.left} /> : null}
              <CreateRun payments={payments.data} mayPay={mayPay} />
              <RunsTable currency={payments.data.meta.currency} />
            </>
          ) : null}
          {view === 'cheques' ? (
            <>
              <OutstandingCheques currency={payments.data.meta.currency} mayPay={mayPay} />
              <ChequeStock mayPay={mayPay} />
              <PositivePay mayPay={mayPay} />
            </>
          ) : null}
          {view === 'bank-files' && file !== undefined ? <WaitingFile bankFileId={file} /> : null}
          {view === 'bank-files' && file === undefined && mayPay ? <BankFile /> : null}
          {view === 'notices' ? <ChangeNotices /> : null}
        </div>
      ) : (
        <Skeleton shape="table" lines={6} label="Loading the payments" />
      )}
    </>
  )
}

/** What the queue “To pay” counts: the grants in no run, and those in runs that have not been sent. */
function Waiting({ payments }: { payments: Payments }) {
  const { ready } = payments.meta
  const waiting = ready.reduce((sum, { grants }) => sum + grants, 0)
  const inRuns = ready.reduce((sum, { toApprove, toSend }) => sum + toApprove.grants + toSend.grants, 0)
  if (waiting + inRuns === 0) return 'No grants are waiting for payment.'
  const free = `${waiting} ${waiting === 1 ? 'grant waits' : 'grants wait'} for a run`
  const collected = `${inRuns} ${inRuns === 1 ? 'is' : 'are'} in runs not sent`
  if (inRuns === 0) return `${free}.`
  return (
    <>
      {free}, and {collected}. <Link to={paths.grantQueue('to-pay')}>{staffPageTitle('to-pay')}</Link> counts
      both.
    </>
  )
}
