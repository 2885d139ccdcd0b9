import { useState } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { twoPersonActions } from '../../../contract/two-person-actions.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { permissionText } from './right-labels.ts'
import styles from './Users.module.css'

type PermissionListProps = { actions: readonly Permission[]; isWhole: boolean }

const takesTwo: ReadonlySet<Permission> = new Set(twoPersonActions)

/** What a right lets a person do: first what takes two people to give, the rest where somebody asks for it. */
export function PermissionList({ actions, isWhole }: PermissionListProps) {
  const [isOpen, setOpen] = useState(false)
  const weighty = actions.filter(action => takesTwo.has(action))
  return (
    <>
      {weighty.length > 0 ? (
        <p>Given by two people because of: {weighty.map(action => permissionText(action)).join('; ')}.</p>
      ) : null}
      <Button kind="text" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {isWhole ? `All ${actions.length} permissions` : `${actions.length} permissions`}
      </Button>
      {isOpen ? (
        <ul className={styles.actions}>
          {actions.map(action => (
            <li key={action}>{permissionText(action)}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
