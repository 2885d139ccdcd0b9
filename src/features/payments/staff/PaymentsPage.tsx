import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { useCan } from '../../../web/session/session.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { listChangeNotices } from '../change-notices.contract.ts'
import { methodTitle } from '../domain/run-labels.ts'
import { listPaymentRuns } from '../payments.contract.ts'
import { BankFile } from './BankFile.tsx'
import { ChangeNotices } from './ChangeNotices.tsx'
import { CreateRun } from './CreateRun.tsx'
import { OutstandingCheques } from './OutstandingCheques.tsx'
import styles from './Payments.module.css'
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
      <PageHeading
        title="Payments"
        lead="Approved grants are paid in runs. Each run is created, approved by a second person, sent to the bank, and cleared when the bank confirms."
      >
        Payments
      </PageHeading>
      {payments.isLoadingError ? (
        <LoadFailure what="The payments" requests={[payments]} />
      ) : payments.data ? (
        <>
          <ChoiceBar
            label="Show"
            choices={choices}
            value={view}
            onChange={next =>
              void navigate({
                to: paths.payments(next === 'runs' ? undefined : next),
                replace: true,
                resetScroll: false,
              })
            }
          />
          <div className={styles.view}>
            {view === 'runs' ? (
              <>
                {mayPay ? <CreateRun payments={payments.data} /> : null}
                <RunsTable currency={payments.data.meta.currency} />
              </>
            ) : null}
            {view === 'cheques' ? (
              <OutstandingCheques currency={payments.data.meta.currency} mayPay={mayPay} />
            ) : null}
            {view === 'bank-files' && file !== undefined ? <WaitingFile bankFileId={file} /> : null}
            {view === 'bank-files' && file === undefined && mayPay ? <BankFile /> : null}
            {view === 'notices' ? <ChangeNotices /> : null}
          </div>
        </>
      ) : (
        <Skeleton shape="table" lines={6} label="Loading the payments" />
      )}
    </>
  )
}
