import { useId } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import { twoPersonActions } from '../../../contract/two-person-actions.ts'
import { entriesOf } from '../../../domain/keys-of.ts'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { fieldId } from '../../../web/ui/fields/field-props.ts'
import { Note } from '../../../web/ui/text/Note.tsx'
import { areaOfPermission, permissionAreas } from '../domain/permission-labels.ts'
import styles from './PermissionChoice.module.css'
import { permissionText } from './right-labels.ts'

const takesTwo: ReadonlySet<Permission> = new Set(twoPersonActions)

type PermissionChoiceProps = {
  field: FieldHandle<Permission[]>
  /** The permissions of the role. */
  choices: readonly Permission[]
  /** Whether those that take two people to give say so. */
  marksTwo?: boolean
}

/** Permissions of a role one by one, by what they are about. */
export function PermissionChoice({
  field: { name, value, onChange, errors },
  choices,
  marksTwo = false,
}: PermissionChoiceProps) {
  const notesId = useId()
  const set = (action: Permission, isOn: boolean) =>
    onChange(isOn ? [...value, action] : value.filter(each => each !== action))
  return (
    <fieldset id={fieldId(name)} aria-describedby={notesId} className={styles.choice}>
      <legend>Permissions</legend>
      <p id={notesId} className={styles.error} hidden={errors.length === 0}>
        {errors.join(' ')}
      </p>
      {entriesOf(permissionAreas).map(([area, title]) => {
        const inArea = choices.filter(action => areaOfPermission[action] === area)
        if (inArea.length === 0) return null
        return (
          <fieldset key={area} className={styles.area}>
            <legend>{title}</legend>
            {inArea.map(action => (
              <Checkbox
                key={action}
                name={`${name}.${action}`}
                value={value.includes(action)}
                onChange={isOn => set(action, isOn)}
              >
                {permissionText(action)}
                {marksTwo && takesTwo.has(action) ? <Note>Takes two people to give</Note> : null}
              </Checkbox>
            ))}
          </fieldset>
        )
      })}
    </fieldset>
  )
}
