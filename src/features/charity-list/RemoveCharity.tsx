import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { usePending } from '../../web/api/use-pending.ts'
import { afterRemoval } from '../../web/routing/after-removal.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import { type ListedCharity, setCharityList } from './charity-list.contract.ts'

/** Removes a charity and its note from the list, after a confirmation. */
export function RemoveCharity({ fundId, charity }: { fundId: number; charity: ListedCharity }) {
  const [isAsking, setAsking] = useState(false)
  const { isPending, run } = usePending()
  const name = charityName(charity.name)
  const remove = async () => {
    const attributes = { charityId: charity.charityId, inCharityList: false }
    await call(setCharityList, {
      params: { fundId },
      body: { data: { type: 'command' as const, attributes } },
    })
    await refreshAll()
    afterRemoval(`${name} was removed from your charity list.`)
  }
  return (
    <>
      <Button kind="text" onPress={() => setAsking(true)}>
        Remove<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        title="Are you sure you want to remove this charity?"
        isOpen={isAsking}
        isPending={isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void run(remove)}
      >
        <p>{name} and its note will be removed from your charity list. Its grants are not affected.</p>
      </ConfirmDialog>
    </>
  )
}
