import { formatDate } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import type { Payments, Run } from '../payments.contract.ts'
import { methodTitle, runState } from './payment-labels.ts'

/** The runs of the book, latest first. */
export function RunsTable({ payments }: { payments: Payments }) {
  const { locale } = clientContext().clientSettings
  return (
    <Table<Run>
      caption="Payment runs, latest first"
      columns={[
        {
          key: 'number',
          heading: 'Run',
          isRowHeading: true,
          cell: ({ runId, runNumber }) => <Link to={paths.paymentRun(runId)}>Run {runNumber}</Link>,
        },
        { key: 'method', heading: 'Paid by', cell: ({ method }) => methodTitle(method, locale) },
        {
          key: 'on',
          heading: 'Payment day',
          cell: ({ paymentOn }) => formatDate(paymentOn, locale, 'short'),
        },
        { key: 'state', heading: 'State', cell: runState },
        { key: 'payments', heading: 'Payments', isNumeric: true, cell: ({ payments: count }) => count },
        {
          key: 'amount',
          heading: 'Amount',
          isNumeric: true,
          cell: ({ amountMinor, currency }) => <Money amountMinor={amountMinor} currency={currency} />,
        },
      ]}
      rows={payments.data}
      rowKey={({ runId }) => runId}
      empty={{ text: 'There are no payment runs yet.' }}
    />
  )
}
