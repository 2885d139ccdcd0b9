import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { localEnglish } from '../../../domain/local-english.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { listRunPayments, type RunDetails } from '../payments.contract.ts'
import type { RunPayment } from '../run-payment.contract.ts'
import { ChangedPayees, PayeeChanges } from './PayeeChanges.tsx'
import styles from './Payments.module.css'
import { RemovePayments } from './RemovePayments.tsx'

const rowsPerPage = 100

type RunPaymentsProps = { run: RunDetails; onDone: (next: RunDetails, sentence: string) => void }

/** The payments of a run, a hundred at a time; while some cannot be paid, only those are shown. */
export function RunPayments({ run, onDone }: RunPaymentsProps) {
  const { locale } = clientContext().clientSettings
  /** The cursors of the pages before; the last is that of the page shown. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const [removing, setRemoving] = useState<RunPayment | null>(null)
  const onlyProblems = run.problems > 0 && run.state === 'created'
  const [isOnlyChanged, setOnlyChanged] = useState(false)
  const onlyChangedPayees = isOnlyChanged && !onlyProblems
  const after = cursors.at(-1)
  const found = useQuery({
    ...query(listRunPayments, {
      params: { runId: run.runId },
      query: {
        first: rowsPerPage,
        onlyProblems,
        onlyChangedPayees,
        ...(after === undefined ? {} : { after }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  // While the run is being recorded, its totals and payments are polled.
  const { refetch } = found
  const { paid } = run
  useEffect(() => {
    if (paid > 0) void refetch()
  }, [paid, refetch])
  if (found.isError) return <Alert kind="danger">The payments could not be loaded. Please try again.</Alert>
  if (!found.data) return <Skeleton shape="table" lines={6} label="Loading the payments" />
  const { data, meta } = found.data
  const mayChange = run.may.check === null
  return (
    <>
      {removing === null ? null : (
        <RemovePayments
          key={removing.paymentId}
          runId={run.runId}
          payment={removing}
          onDone={(next, sentence) => {
            setRemoving(null)
            onDone(next, sentence)
          }}
          onCancel={() => setRemoving(null)}
        />
      )}
      <ChangedPayees
        run={run}
        isOnlyChanged={onlyChangedPayees}
        onChange={
          onlyProblems
            ? null
            : next => {
                setCursors([])
                setOnlyChanged(next)
              }
        }
      />
      <Table<RunPayment>
        caption={onlyProblems ? 'Grants that cannot be paid' : 'Payments of this run'}
        columns={[
          {
            key: 'charity',
            heading: 'Charity',
            isRowHeading: true,
            cell: payment => <Payee payment={payment} />,
          },
          { key: 'fund', heading: 'Fund', cell: ({ accountName }) => accountName },
          {
            key: 'to',
            heading: run.method === 'eft' ? 'Account ending in' : localEnglish('Cheque', locale),
            cell: ({ paidTo }) => paidTo,
          },
          onlyProblems
            ? {
                key: 'problem',
                heading: 'Problem',
                cell: ({ problem }) => <span className={styles.problem}>{problem}</span>,
              }
            : { key: 'state', heading: 'State', cell: ({ state }) => state },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={run.currency} />,
          },
          ...(mayChange
            ? [
                {
                  key: 'remove',
                  heading: 'Remove',
                  isHeadingHidden: true,
                  cell: (payment: RunPayment) => (
                    <Button kind="text" onPress={() => setRemoving(payment)}>
                      Remove<VisuallyHidden> grant {payment.transactionId}</VisuallyHidden>
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        rows={data}
        rowKey={({ paymentId }) => paymentId}
        empty={{ text: 'This run has no payments.' }}
      />
      {meta.total > rowsPerPage ? (
        <p className={styles.files}>
          <Button isDisabled={cursors.length === 0} onPress={() => setCursors(cursors.slice(0, -1))}>
            Previous
          </Button>
          <Button
            isDisabled={meta.next === null}
            onPress={() => setCursors(meta.next === null ? cursors : [...cursors, meta.next])}
          >
            Next
          </Button>
        </p>
      ) : null}
    </>
  )
}

/** The charity with the number of its grant, the payee if that is another name, and where a check is sent. */
function Payee({
  payment: { grantId, charityName: name, payeeName, payeeAddress, bankName, transactionId, payeeChanges },
}: {
  payment: RunPayment
}) {
  const isOther = charityName(payeeName) !== charityName(name)
  return (
    // One element, because a narrow table puts the parts of a cell side by side.
    <div>
      <Link to={paths.reviewGrant(grantId)}>{charityName(name)}</Link>
      <Note>
        Grant {transactionId}
        {isOther ? `, made out to ${payeeName}` : null}
        {bankName === null ? null : `, in the bank’s file ${bankName}`}
        {payeeAddress === null ? null : `, sent to ${payeeAddress}`}
      </Note>
      <PayeeChanges changes={payeeChanges} />
    </div>
  )
}
