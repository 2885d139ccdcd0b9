import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { afterRemoval } from '../../web/routing/after-removal.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { endRelationship, type Relationship } from './relationships.contract.ts'

type RemovePersonProps = {
  /** The person to remove; null: no dialog. */
  person: Pick<Relationship, 'relationshipId' | 'name' | 'removal'> | null
  onClose: () => void
}

/** Asks before a person is removed, and removes them or asks staff to (§2.8, §17). */
export function RemovePerson({ person, onClose }: RemovePersonProps) {
  const fundId = useCurrentFundId()
  const { displayName } = clientContext().clientSettings
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    if (person === null) return
    setPending(true)
    try {
      const { endedDate } = await call(endRelationship, {
        params: { fundId, relationshipId: person.relationshipId },
        body: { data: { type: 'command', attributes: {} } },
      })
      if (endedDate === null)
        showToast({
          header: 'Request sent',
          message: `We’ll check your request to remove ${person.name}.`,
          className: 'notice',
        })
      await refreshAll()
      if (endedDate !== null) afterRemoval(`${person.name} can no longer see this account.`)
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
      <p>
        {person?.removal === 'by-request'
          ? `${displayName} confirms this before ${person.name} loses access.`
          : `${person?.name} will no longer see this account online.`}{' '}
        We’ll e-mail the account’s donors.
      </p>
    </ConfirmDialog>
  )
}
