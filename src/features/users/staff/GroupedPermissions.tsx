import { useState } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { twoPersonActions } from '../../../contract/two-person-actions.ts'
import { entriesOf } from '../../../domain/keys-of.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { useIsPrinting } from '../../../web/ui/use-is-printing.ts'
import { areaOfPermission, permissionAreas } from '../domain/permission-labels.ts'
import styles from './NamedSets.module.css'
import { permissionText } from './right-labels.ts'

const takesTwo: ReadonlySet<Permission> = new Set(twoPersonActions)

type GroupedPermissionsProps = { actions: readonly Permission[]; isWhole: boolean; title: string }

/** The permissions of a set, where somebody asks for them or prints the page, by what they are about. */
export function GroupedPermissions({ actions, isWhole, title }: GroupedPermissionsProps) {
  const [isOpen, setOpen] = useState(false)
  // On paper nobody can ask for them.
  const isShown = useIsPrinting() || isOpen
  const weighty = actions.filter(action => takesTwo.has(action))
  return (
    <div className={styles.permissions}>
      {weighty.length > 0 && !isShown ? (
        <p className={styles.facts}>
          Given by two people because of: {weighty.map(permissionText).join('; ')}.
        </p>
      ) : null}
      <Button kind="text" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {isWhole
          ? `All ${actions.length} permissions`
          : actions.length === 1
            ? '1 permission'
            : `${actions.length} permissions`}
        <VisuallyHidden> of {title}</VisuallyHidden>
      </Button>
      {isShown ? (
        <div className={styles.areas}>
          {entriesOf(permissionAreas).map(([area, heading]) => {
            const inArea = actions.filter(action => areaOfPermission[action] === area)
            return inArea.length === 0 ? null : (
              <div key={area}>
                <h3>{heading}</h3>
                <PermissionLines actions={inArea} />
              </div>
            )
          })}
        </div>
      ) : null}
    </div>
  )
}

/** Permissions one below the other; those that take two people to give say so. */
export const PermissionLines = ({ actions }: { actions: readonly Permission[] }) => (
  <ul className={styles.lines}>
    {actions.map(action => (
      <li key={action}>
        {permissionText(action)}
        {takesTwo.has(action) ? <Note>Takes two people to give</Note> : null}
      </li>
    ))}
  </ul>
)
