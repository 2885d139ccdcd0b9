import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { withdrawAnnouncement } from './announcements.contract.ts'
import { giftText } from './domain/fund-contribution.ts'
import type { FundContribution } from './fund-contributions.contract.ts'

type WithdrawDialogProps = {
  fundId: number
  contribution: FundContribution
  /** With what was done, as a sentence; null: nothing was. */
  onClose: (done: string | null) => void
}

/** Cancels a contribution that was announced and is not coming. */
export function WithdrawDialog({ fundId, contribution, onClose }: WithdrawDialogProps) {
  const { locale } = clientContext().clientSettings
  const [isPending, setPending] = useState(false)
  const { id: contributionId, transactionId } = contribution
  const withdraw = async () => {
    setPending(true)
    let done: string | null = null
    try {
      await call(withdrawAnnouncement, {
        params: { fundId, contributionId },
        body: { data: { type: 'command', attributes: {} } },
      })
      done = inClientEnglish(`Contribution ${transactionId} was cancelled.`)
    } catch (failure) {
      showFailure(failure)
    }
    await refreshAll()
    onClose(done)
  }
  return (
    <ConfirmDialog
      title={`Cancel contribution ${transactionId}?`}
      isOpen
      onCancel={() => onClose(null)}
      onConfirm={() => void withdraw()}
      isPending={isPending}
      isDangerous
      confirmText="Yes, cancel it"
      cancelText="No, keep it"
    >
      <p>
        {giftText(contribution, locale)}: we won’t expect it any more. If it has been sent already, keep it,
        so that we can match it when it arrives.
      </p>
    </ConfirmDialog>
  )
}
