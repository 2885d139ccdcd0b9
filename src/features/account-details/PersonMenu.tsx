import { useState } from 'react'
import { MenuPopover } from '../../web/ui/overlay/MenuPopover.tsx'
import { ChangeRole } from './ChangeRole.tsx'
import { InvitePerson } from './InvitePerson.tsx'
import { RemovePerson } from './RemovePerson.tsx'
import type { RelationshipDetails } from './relationships.contract.ts'

type Action = 'change-role' | 'invite' | 'remove'

/** What the caller may do about the person, in a menu beside their name; nothing while a request waits for confirmation. */
export function PersonMenu({ person }: { person: RelationshipDetails }) {
  const [action, setAction] = useState<Action | null>(null)
  const { roles, removal, mayInvite, pendingRequest } = person
  const isFree = pendingRequest === null
  const actions: { action: Action; text: string }[] = [
    ...(roles.length > 0 && isFree ? [{ action: 'change-role' as const, text: 'Change role' }] : []),
    ...(mayInvite ? [{ action: 'invite' as const, text: 'Invite to log in' }] : []),
    ...(removal !== null && isFree ? [{ action: 'remove' as const, text: 'Remove' }] : []),
  ]
  const close = () => setAction(null)
  return (
    <>
      {actions.length === 0 ? null : (
        <MenuPopover trigger="Manage this person" label="Manage this person" look="button">
          {closeMenu => (
            <ul>
              {actions.map(each => (
                <li key={each.action}>
                  <button
                    type="button"
                    onClick={() => {
                      // Closed first, so that the focus returns to the menu's button after the dialog.
                      closeMenu()
                      setAction(each.action)
                    }}
                  >
                    {each.text}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </MenuPopover>
      )}
      <ChangeRole person={person} isOpen={action === 'change-role'} onClose={close} />
      <InvitePerson person={person} isOpen={action === 'invite'} onClose={close} />
      <RemovePerson person={action === 'remove' ? person : null} onClose={close} />
    </>
  )
}
