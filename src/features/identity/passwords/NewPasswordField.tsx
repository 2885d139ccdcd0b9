import { useState } from 'react'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { goodPasswordLength, lengthOf, minPasswordLength } from './domain/password-length.ts'
import styles from './Password.module.css'

type NewPasswordFieldProps = { field: FieldHandle<string>; label: string }

/**
 * A field for a new password, which can be pasted and shown (ASVS 5.0, 6.2.7) and is entered once. Only its length is checked
 * here; the server checks it against the list of stolen passwords.
 */
export function NewPasswordField({ field, label }: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <TextField
        label={label}
        hint={`${minPasswordLength} characters or more. Three or four unrelated words make a good password.`}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        isRequired
        {...field}
      />
      {/* A long password can still be rejected; then only the error is shown. */}
      {field.errors.length === 0 ? <LengthMeter password={field.value} /> : null}
      <Checkbox name="showPassword" value={isShown} onChange={setShown}>
        Show password
      </Checkbox>
    </>
  )
}

/** Hidden from screen readers, which get the hint once instead of an update at each key. */
function LengthMeter({ password }: { password: string }) {
  const length = lengthOf(password)
  const isLongEnough = length >= minPasswordLength
  const missing = minPasswordLength - length
  const lengthLabel = isLongEnough
    ? length >= goodPasswordLength
      ? 'Good length'
      : 'Long enough'
    : `${missing} more ${missing === 1 ? 'character' : 'characters'}`
  return (
    <div aria-hidden="true" className={classNames(styles.length, isLongEnough && styles.longEnough)}>
      <div className={styles.track}>
        <div
          className={styles.bar}
          style={{ transform: `scaleX(${Math.min(1, length / goodPasswordLength)})` }}
        />
      </div>
      <span className={styles.lengthLabel}>{lengthLabel}</span>
    </div>
  )
}
