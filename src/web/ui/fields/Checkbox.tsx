import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'
import styles from './Choices.module.css'
import { fieldId } from './field-props.ts'

type CheckboxProps = {
  name: string
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
  errors?: readonly string[]
  isRequired?: boolean
  isDisabled?: boolean
  isReadOnly?: boolean
  children: ReactNode
}

/** One thing to agree to or not, such as 'I acknowledge the terms' (§2.9). */
export function Checkbox({ name, value, onChange, onBlur, errors = [], children, ...props }: CheckboxProps) {
  const errorId = `${fieldId(name)}-error`
  return (
    <div className={styles.single}>
      <AriaCheckbox
        {...props}
        id={fieldId(name)}
        name={name}
        isSelected={value}
        onChange={onChange}
        onBlur={() => onBlur?.()}
        isInvalid={errors.length > 0}
        validationBehavior="aria"
        {...(errors.length > 0 ? { 'aria-describedby': errorId } : {})}
        className={styles.choice ?? ''}
      >
        <svg className={styles.tick} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12.5 10 17.5 19 7" fill="none" stroke="currentColor" strokeWidth="2.6" />
        </svg>
        <span>{children}</span>
      </AriaCheckbox>
      {errors.length > 0 && (
        <span id={errorId} className={styles.error}>
          {errors.join(' ')}
        </span>
      )}
    </div>
  )
}
