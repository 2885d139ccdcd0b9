import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { queryList } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { Column } from '../../../web/ui/table/SortHeading.tsx'
import type { View } from '../../../web/ui/table/ViewSelector.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { RunDetails } from '../payments.contract.ts'
import { exportRunPayments, listRunPayments, type RunPayment } from '../run-payment.contract.ts'
import { runPaymentsLists } from '../run-payments.list.ts'
import { ChangedPayees, PayeeChanges } from './PayeeChanges.tsx'
import styles from './Payments.module.css'
import { RemovePayments } from './RemovePayments.tsx'
import { ReprintCheque } from './ReprintCheque.tsx'

const filterDelayMs = 200

type RunPaymentsProps = { run: RunDetails; onDone: (next: RunDetails, sentence: string) => void }

/** The payments of a run; while some cannot be paid, only those are shown. */
export function RunPayments({ run, onDone }: RunPaymentsProps) {
  const { runId, method, state, currency, paid } = run
  const list = runPaymentsLists[method]
  const [typed, setTyped] = useState('')
  const keywords = useDebounced(typed, filterDelayMs)
  const [sort, setSort] = useState(list.defaultSort)
  const [view, setView] = useState<View>('50')
  const [removing, setRemoving] = useState<RunPayment | null>(null)
  const [reprinting, setReprinting] = useState<RunPayment | null>(null)
  const onlyProblems = run.problems > 0 && state === 'created'
  const [isOnlyChanged, setOnlyChanged] = useState(false)
  const onlyChangedPayees = isOnlyChanged && !onlyProblems
  const search = { keywords, sort, onlyProblems, onlyChangedPayees }
  const found = useQuery({
    ...queryList(listRunPayments, { params: { runId }, query: search }, view),
    placeholderData: keepPreviousData,
  })
  // While the run is being recorded, its totals and payments are polled.
  const { refetch } = found
  useEffect(() => {
    if (paid > 0) void refetch()
  }, [paid, refetch])
  const mayChange = run.commands.check === null
  const mayReprint = run.commands.reprint === null
  return (
    <>
      {removing === null ? null : (
        <RemovePayments
          key={removing.paymentId}
          runId={runId}
          payment={removing}
          onDone={(next, sentence) => {
            setRemoving(null)
            onDone(next, sentence)
          }}
          onCancel={() => setRemoving(null)}
        />
      )}
      {reprinting === null ? null : (
        <ReprintCheque
          key={reprinting.paymentId}
          runId={runId}
          payment={reprinting}
          onDone={(next, sentence) => {
            setReprinting(null)
            onDone(next, sentence)
          }}
          onCancel={() => setReprinting(null)}
        />
      )}
      <ChangedPayees
        run={run}
        isOnlyChanged={onlyChangedPayees}
        onChange={onlyProblems ? null : setOnlyChanged}
      />
      <ListTable
        list={list}
        what="payments"
        caption={onlyProblems ? 'Grants that cannot be paid' : 'Payments of this run'}
        currency={currency}
        filter={{
          name: 'payment-filter',
          label: inClientEnglish('Filter by charity, fund{,} or number'),
          value: typed,
          searchedFor: keywords,
          onChange: setTyped,
        }}
        cells={cells}
        leftOut={[onlyProblems ? 'state' : 'problem']}
        actionsAfter={
          mayChange ? [removeColumn(setRemoving)] : mayReprint ? [reprintColumn(setReprinting)] : []
        }
        rows={found.data?.data}
        loadFailure={
          found.isLoadingError ? <LoadFailure what="The payments" requests={[found]} /> : undefined
        }
        rowKey={({ paymentId }) => paymentId}
        sort={sort}
        onSort={setSort}
        empty={{ text: 'This run has no payments.' }}
        {...(found.data ? { view: { value: view, total: found.data.meta.total, onChange: setView } } : {})}
        onExport={(format, about) =>
          downloadFile(exportRunPayments, { params: { runId }, query: { ...search, format } }, about)
        }
      />
    </>
  )
}

const cells: Cells<RunPayment> = {
  charity: payment => <Payee payment={payment} />,
  problem: ({ problem }) => <span className={styles.problem}>{problem}</span>,
}

const removeColumn = (onRemove: (payment: RunPayment) => void): Column<RunPayment> => ({
  key: 'remove',
  heading: 'Remove',
  isHeadingHidden: true,
  cell: payment => (
    <Button kind="text" onPress={() => onRemove(payment)}>
      Remove<VisuallyHidden> grant {payment.transactionId}</VisuallyHidden>
    </Button>
  ),
})

const reprintColumn = (onReprint: (payment: RunPayment) => void): Column<RunPayment> => ({
  key: 'reprint',
  heading: 'Reprint',
  isHeadingHidden: true,
  cell: payment => (
    <Button kind="text" onPress={() => onReprint(payment)}>
      Reprint<VisuallyHidden> {payment.paidTo}</VisuallyHidden>
    </Button>
  ),
})

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
      <Link to={staffPaths.reviewGrant(grantId)}>{charityName(name)}</Link>
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
