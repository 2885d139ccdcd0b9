import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageToDonors } from '../../../contract/required-text.ts'
import { formatDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import {
  approveTransfer,
  declineTransfer,
  listTransfersToDecide,
  type TransferToDecide,
} from '../transfers.contract.ts'
import styles from './TransfersToDecide.module.css'

/** Transfers between funds that donors requested, each with what staff need to decide. */
export function TransfersToDecide() {
  const headingId = useId()
  const found = useQuery(query(listTransfersToDecide, {}))
  const rows = found.data?.data ?? []
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Transfers between funds</h2>
      {found.isLoadingError ? <LoadFailure what="The transfers" requests={[found]} /> : null}
      {found.data && rows.length === 0 ? <p>No transfers are waiting for a decision.</p> : null}
      {rows.map(transfer => (
        <WaitingTransfer key={transfer.transferId} transfer={transfer} />
      ))}
    </section>
  )
}

function WaitingTransfer({ transfer }: { transfer: TransferToDecide }) {
  const { clientSettings, currentDbHeader } = clientContext()
  const { locale } = clientSettings
  const mayPost = useCan('POSTING_CREATE')
  const [choice, setChoice] = useState<'approve' | 'decline' | null>(null)
  const money = (amountMinor: bigint) => formatMoney(amountMinor, currentDbHeader, locale)
  const { transferId, fromAccountName, fromFundId, toAccountName, toFundId, found, violation } = transfer
  const title = `${money(transfer.amountMinor)} from ${fromAccountName} to ${toAccountName}`
  return (
    <article aria-label={title} className={styles.card}>
      <h3>{title}</h3>
      <DescriptionList
        items={[
          { term: 'From', description: `${fromAccountName}, Account ID ${fromFundId}` },
          { term: 'Available there', description: money(transfer.availableMinor) },
          { term: 'To', description: `${toAccountName}, Account ID ${toFundId}` },
          {
            term: 'Account with this ID',
            description: found === null ? 'None' : found.accountName,
          },
          { term: 'Reason', description: transfer.reason ?? 'None given' },
          {
            term: 'Requested',
            description: `Number ${transfer.number}, ${formatDate(transfer.requestedOn, locale)} by ${transfer.requestedByName}`,
          },
        ]}
      />
      {found !== null && !found.hasGivenName ? (
        <Alert kind="caution" heading="The name differs">
          <p>
            The donor entered a different name from that of the account with this ID. Please ask before you
            approve.
          </p>
        </Alert>
      ) : null}
      {violation === null ? null : <p>{violation}</p>}
      {mayPost && transfer.decisionRefusal !== null ? <p>{transfer.decisionRefusal}</p> : null}
      {mayPost && transfer.decisionRefusal === null ? (
        <ChoiceBar
          label={`Decision about ${title}`}
          choices={[
            ...(violation === null ? [{ value: 'approve' as const, text: 'Approve' }] : []),
            { value: 'decline' as const, text: 'Decline' },
          ]}
          value={choice}
          onChange={setChoice}
        />
      ) : null}
      {choice === 'approve' ? <Approve transferId={transferId} amount={money(transfer.amountMinor)} /> : null}
      {choice === 'decline' ? (
        <NoteForm
          onSaved={() => void refreshAll()}
          label="Message to the donors"
          hint="We’ll e-mail it to the donors of the giving fund."
          submitText="Decline this transfer"
          text={messageToDonors}
          save={message =>
            call(declineTransfer, {
              params: { transferId },
              body: { data: { type: 'command', attributes: { message } } },
            })
          }
        />
      ) : null}
    </article>
  )
}

function Approve({ transferId, amount }: { transferId: string; amount: string }) {
  const { isPending, run } = usePending()
  const approve = async () => {
    await call(approveTransfer, {
      params: { transferId },
      body: { data: { type: 'command', attributes: {} } },
    })
    showToast({ className: 'success', header: `Transferred ${amount}.` })
    await refreshAll()
  }
  return (
    <p>
      The transfer is made immediately and cannot be undone.{' '}
      <Button kind="primary" isPending={isPending} onPress={() => void run(approve)}>
        Transfer {amount}
      </Button>
    </p>
  )
}
