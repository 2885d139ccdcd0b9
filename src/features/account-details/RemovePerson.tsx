import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshEverywhere } from '../../web/api/refresh-everywhere.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { endRelationship, type Relationship } from './relationships.contract.ts'

type RemovePersonProps = {
  /** The person to remove; null: nobody is asked about. */
  person: Pick<Relationship, 'relationshipId' | 'name'> | null
  onClose: () => void
}

/** Asks before a person is removed, and removes them (§2.8). */
export function RemovePerson({ person, onClose }: RemovePersonProps) {
  const fundId = useCurrentFundId()
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    if (person === null) return
    setPending(true)
    try {
      await call(endRelationship, {
        params: { fundId, relationshipId: person.relationshipId },
        body: { data: { type: 'command', attributes: {} } },
      })
      showToast({
        header: 'Removed',
        message: `${person.name} can no longer see this account.`,
        className: 'notice',
      })
      await refreshEverywhere()
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Are you sure you want to remove?"
      isOpen={person !== null}
      onCancel={onClose}
      onConfirm={() => void remove()}
      isDangerous
      isPending={isPending}
    >
      <p>{person?.name} will no longer see this account online. We’ll e-mail the account’s donors.</p>
    </ConfirmDialog>
  )
}
