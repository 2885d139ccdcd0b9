import { useState } from 'react'
import { formatMoney } from '../../domain/money.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import { cancelGrant, type GrantDetails } from './grants.contract.ts'

type CancelGrantProps = { grant: GrantDetails; onCancelled: () => void }

/** Cancels a recommendation that is not approved yet; an amount that was set aside is available again immediately (§13). */
export function CancelGrant({ grant, onCancelled }: CancelGrantProps) {
  const { locale } = clientContext().clientSettings
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  const { fundId, grantId } = grant
  const cancel = async () => {
    setPending(true)
    try {
      await call(cancelGrant, {
        params: { fundId, grantId },
        body: { data: { type: 'command', attributes: {} } },
      })
      await refreshAll()
      onCancelled()
    } catch (failure) {
      showFailure(failure)
    } finally {
      setPending(false)
      setOpen(false)
    }
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>Cancel this grant</Button>
      <ConfirmDialog
        title="Cancel this grant?"
        isOpen={isOpen}
        onCancel={() => setOpen(false)}
        onConfirm={() => void cancel()}
        isPending={isPending}
        isDangerous
        confirmText="Yes, cancel it"
        cancelText="No, keep it"
      >
        <p>
          {charityName(grant.charityName)} will not receive it.{' '}
          {grant.reviewState === 'waiting_for_funds'
            ? 'It waits for funds, so nothing has been set aside.'
            : `${formatMoney(grant.amountMinor, grant.currency, locale)} will be available again immediately.`}
        </p>
      </ConfirmDialog>
    </>
  )
}
