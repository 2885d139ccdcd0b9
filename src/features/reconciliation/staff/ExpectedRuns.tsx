import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { methodTitle } from '../../payments/domain/run-labels.ts'
import type { BankMonth } from '../bank-month.contract.ts'

type Run = BankMonth['runs'][number]

/** What each run still expects from the bank. */
export function ExpectedRuns({ month: { runs, currency } }: { month: BankMonth }) {
  const { locale } = clientContext().clientSettings
  if (runs.length === 0) return null
  return (
    <section>
      <Table<Run>
        caption="What runs still expect"
        columns={[
          {
            key: 'run',
            heading: 'Run',
            isRowHeading: true,
            cell: ({ runId, runNumber }) => <Link to={staffPaths.paymentRun(runId)}>Run {runNumber}</Link>,
          },
          { key: 'method', heading: 'Paid by', cell: ({ method }) => methodTitle(method, locale) },
          {
            key: 'on',
            heading: 'Payment day',
            cell: ({ paidOn }) => formatDate(paidOn, locale, 'short'),
          },
          { key: 'days', heading: 'Days', isNumeric: true, cell: ({ days }) => days },
          {
            key: 'payments',
            heading: 'Payments',
            isNumeric: true,
            cell: ({ payments }) => payments.toLocaleString(locale),
          },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
          },
        ]}
        rows={runs}
        rowKey={({ runId }) => runId}
        empty={{ text: '' }}
      />
    </section>
  )
}
