import { type ReactNode, useId } from 'react'
import styles from './Choices.module.css'
import { fieldId } from './field-props.ts'

type CheckboxProps = {
  name: string
  value: boolean
  onChange: (value: boolean) => void
  errors?: readonly string[]
  isRequired?: boolean
  isDisabled?: boolean
  children: ReactNode
}

/** A checkbox, such as 'I acknowledge the terms' (§2.9). A native one with custom styles. */
export function Checkbox(props: CheckboxProps) {
  const { name, value, onChange, errors = [], isRequired = false, isDisabled = false, children } = props
  const errorId = useId()
  const isInvalid = errors.length > 0
  return (
    <div className={styles.single}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          id={fieldId(name)}
          name={name}
          className={styles.tick}
          checked={value}
          disabled={isDisabled}
          aria-required={isRequired || undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? errorId : undefined}
          onChange={event => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {isInvalid ? (
        <span id={errorId} className={styles.error}>
          {errors.join(' ')}
        </span>
      ) : null}
    </div>
  )
}
