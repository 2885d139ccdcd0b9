import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Dialog } from '../../web/ui/overlay/Dialog.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { FeeWorkingView } from './FeeWorkingView.tsx'
import { getFeeWorking } from './fees.contract.ts'

type FeeWorkingButtonProps = { fundId: number; transactionId: number }

/** Opens how a fee was computed, beside its line in Fund Activity. */
export function FeeWorkingButton({ fundId, transactionId }: FeeWorkingButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button kind="text" onPress={() => setOpen(true)}>
        How it was computed<VisuallyHidden>, transaction {transactionId}</VisuallyHidden>
      </Button>
      <Dialog title="How this fee was computed" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Working fundId={fundId} transactionId={transactionId} />
      </Dialog>
    </div>
  )
}

function Working({ fundId, transactionId }: FeeWorkingButtonProps) {
  const found = useQuery(query(getFeeWorking, { params: { fundId, transactionId } }))
  if (found.data)
    return <FeeWorkingView working={found.data} locale={clientContext().clientSettings.locale} />
  if (found.isLoadingError) return <LoadFailure what="The computation" requests={[found]} />
  return <Skeleton shape="statement" lines={6} label="Loading how the fee was computed" />
}
