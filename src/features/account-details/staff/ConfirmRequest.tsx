import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { confirmRequest, type QueuedRequest } from '../relationship-requests.contract.ts'

type ConfirmRequestProps = {
  /** The request to confirm; null: no dialog. */
  request: QueuedRequest | null
  onDone: (sentence: string) => void
  onClose: () => void
}

/** Shows the request again before it is carried out. */
export function ConfirmRequest({ request, onDone, onClose }: ConfirmRequestProps) {
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    if (request === null) return
    setPending(true)
    try {
      const { sentence } = await call(confirmRequest, {
        params: { requestId: request.requestId },
        body: { data: { type: 'command', attributes: {} } },
      })
      onDone(`Confirmed: ${sentence}. We’ll e-mail the account’s donors.`)
    } catch (failure) {
      showFailure(failure)
      onClose()
    }
    setPending(false)
    await refreshAll()
  }
  return (
    <ConfirmDialog
      title="Do you want to confirm this request?"
      isOpen={request !== null}
      onCancel={onClose}
      onConfirm={() => void confirm()}
      confirmText="Confirm"
      cancelText="Go back"
      isPending={isPending}
    >
      {request === null ? null : (
        <DescriptionList
          items={[
            { term: 'Request', description: request.sentence },
            ...(request.email === null ? [] : [{ term: 'E-mail', description: request.email }]),
            { term: 'Account', description: `${request.accountName}, ${request.fundId}` },
            { term: 'Requested by', description: request.requestedBy },
          ]}
        />
      )}
    </ConfirmDialog>
  )
}
