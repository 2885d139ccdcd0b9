import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../domain/dates.ts'
import { formatMoney } from '../../domain/money.ts'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../web/api/query.ts'
import { usePending } from '../../web/api/use-pending.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { TransferForm } from './TransferForm.tsx'
import styles from './Transfers.module.css'
import { listTransfers, type Transfer, withdrawTransfer } from './transfers.contract.ts'

/** A tab of Account Details: transfers from this fund to others, the form that requests one, and the state of each. */
export function TransfersSection() {
  const { fundId, accountStatus } = useCurrentAccount()
  const { displayName } = clientContext().clientSettings
  const mayRequest = useCan('TRANSFER_REQUEST') && accountStatus === 'Active'
  const [step, setStep] = useState<'closed' | 'form' | 'requested'>('closed')
  const found = useQuery(query(listTransfers, { params: { fundId } }))
  const rows = found.data?.data ?? []
  return (
    <section className={styles.section}>
      <h2>Transfers to other funds</h2>
      {mayRequest ? (
        <p>
          Ask us to move money to another {displayName} fund. We review each request and tell the donors of
          both funds.
        </p>
      ) : found.data && rows.length === 0 ? (
        <p>No money was moved from this fund to another.</p>
      ) : null}
      {step === 'requested' ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>We have received your request. Nothing is set aside for it until we have decided.</p>
        </Alert>
      ) : null}
      {found.isLoadingError ? <LoadFailure what="The transfers" requests={[found]} /> : null}
      {rows.length === 0 ? null : (
        <ul className={styles.list}>
          {rows.map(transfer => (
            <TransferItem key={transfer.transferId} transfer={transfer} fundId={fundId} />
          ))}
        </ul>
      )}
      {mayRequest && step !== 'form' ? (
        <p>
          <Button onPress={() => setStep('form')}>Request a transfer</Button>
        </p>
      ) : null}
      {mayRequest && step === 'form' ? (
        <TransferForm
          fundId={fundId}
          onRequested={() => setStep('requested')}
          onCancel={() => setStep('closed')}
        />
      ) : null}
    </section>
  )
}

const stateTexts = {
  requested: 'Under review',
  approved: 'Completed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  reversed: 'Reversed',
} as const satisfies Record<Transfer['state'], string>

function TransferItem({ transfer, fundId }: { transfer: Transfer; fundId: number }) {
  const { clientSettings, currentDbHeader } = clientContext()
  const { locale } = clientSettings
  const { isPending, run } = usePending()
  const { transferId, toAccountName, toFundId, amountMinor, state, decidedOn, message, reason } = transfer
  const withdraw = async () => {
    const body = { data: { type: 'command' as const, attributes: {} } }
    await call(withdrawTransfer, { params: { fundId, transferId }, body })
    await refreshAll()
  }
  return (
    <li className={styles.item}>
      <h3 className={styles.name}>
        {formatMoney(amountMinor, currentDbHeader, locale)} to {toAccountName}
      </h3>
      <p className={styles.note}>
        Account ID {toFundId}, number {transfer.number}, requested on{' '}
        {formatDate(transfer.requestedOn, locale)} by {transfer.requestedByName}
        {reason === null ? '' : `: ${reason}`}
      </p>
      <p>
        {stateTexts[state]}
        {decidedOn === null ? '.' : ` on ${formatDate(decidedOn, locale)}.`}
        {message === null ? null : ` ${message}`}
      </p>
      {transfer.mayWithdraw ? (
        <Button kind="text" isPending={isPending} onPress={() => void run(withdraw)}>
          Withdraw<VisuallyHidden> the transfer to {toAccountName}</VisuallyHidden>
        </Button>
      ) : null}
    </li>
  )
}
