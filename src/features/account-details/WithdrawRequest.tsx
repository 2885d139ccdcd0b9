import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { type RequestOfAccount, withdrawRequest } from './relationship-requests.contract.ts'

type WithdrawRequestProps = {
  /** The request to withdraw; null: no dialog. */
  request: RequestOfAccount | null
  fundId: number
  onClose: () => void
}

/** Asks before the reader's own request is withdrawn. */
export function WithdrawRequest({ request, fundId, onClose }: WithdrawRequestProps) {
  const [isPending, setPending] = useState(false)
  const withdraw = async () => {
    if (request === null) return
    setPending(true)
    try {
      await call(withdrawRequest, {
        params: { fundId, requestId: request.requestId },
        body: { data: { type: 'command', attributes: {} } },
      })
      showToast({ header: 'Request withdrawn', message: `${request.sentence}.`, className: 'notice' })
    } catch (failure) {
      showFailure(failure)
    }
    // It may also have been decided in the meantime.
    await refreshAll()
    setPending(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Do you want to withdraw this request?"
      isOpen={request !== null}
      onCancel={onClose}
      onConfirm={() => void withdraw()}
      confirmText="Withdraw"
      cancelText="Go back"
      isPending={isPending}
    >
      <p>{request?.sentence}. We’ll e-mail the account’s donors.</p>
    </ConfirmDialog>
  )
}
