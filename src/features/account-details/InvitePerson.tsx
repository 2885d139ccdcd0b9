import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'
import { inviteRelationship, type RelationshipDetails } from './relationships.contract.ts'

type InvitePersonProps = { person: RelationshipDetails; isOpen: boolean; onClose: () => void }

/** Invites a person without a login, after a question that shows the address (§17). */
export function InvitePerson({ person, isOpen, onClose }: InvitePersonProps) {
  const { relationshipId, name, email } = person
  const fundId = useCurrentFundId()
  const [isPending, setPending] = useState(false)
  const invite = async () => {
    setPending(true)
    try {
      await call(inviteRelationship, {
        params: { fundId, relationshipId },
        body: { data: { type: 'command', attributes: {} } },
      })
      showToast({ header: 'Invited', message: `We’ll e-mail ${name} a link.`, className: 'success' })
      await refreshAll()
    } catch (failure) {
      showFailure(failure)
    }
    setPending(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Do you want to invite ${name}?`}
      isOpen={isOpen}
      onCancel={onClose}
      onConfirm={() => void invite()}
      confirmText="Invite"
      cancelText="Go back"
      isPending={isPending}
    >
      <p>
        We’ll e-mail a link to {email}. {name} can then see this account online. We’ll e-mail the account’s
        donors too.
      </p>
    </ConfirmDialog>
  )
}
