import { useState } from 'react'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { goodPassword, lengthOf, shortestPassword } from '../domain/password-length.ts'
import styles from './Password.module.css'

type NewPasswordFieldProps = { field: FieldHandle<string>; label: string }

/**
 * A password to be chosen: it can be pasted and shown (ASVS 5.0, 6.2.7), is asked for once, and is only measured here. What the
 * list of stolen passwords says comes from the server.
 */
export function NewPasswordField({ field, label }: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <TextField
        label={label}
        hint={`${shortestPassword} characters or more. Three or four unrelated words make a good password.`}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        isRequired
        {...field}
      />
      {/* A long password can be a bad one: then what is wrong stands there alone. */}
      {field.errors.length === 0 ? <Length of={field.value} /> : null}
      <Checkbox name="showPassword" value={isShown} onChange={setShown}>
        Show password
      </Checkbox>
    </>
  )
}

/** For the eye alone: the hint says the same to whoever listens, once and not at each key. */
function Length({ of }: { of: string }) {
  const length = lengthOf(of)
  const isEnough = length >= shortestPassword
  const missing = shortestPassword - length
  const words = isEnough
    ? length >= goodPassword
      ? 'Good length'
      : 'Long enough'
    : `${missing} more ${missing === 1 ? 'character' : 'characters'}`
  return (
    <div aria-hidden="true" className={classNames(styles.length, isEnough && styles.enough)}>
      <div className={styles.scale}>
        <div
          className={styles.filled}
          style={{ transform: `scaleX(${Math.min(1, length / goodPassword)})` }}
        />
      </div>
      <span className={styles.words}>{words}</span>
    </div>
  )
}
