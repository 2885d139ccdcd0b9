import type { ReactNode } from 'react'
import { TextField as AriaTextField, Input, Label } from 'react-aria-components/TextField'
import { classNames } from '../class-names.ts'
import styles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { type FieldProps, fieldId } from './field-props.ts'

type TextFieldProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel' | 'url' | 'password'
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'email' | 'tel'
  maxLength?: number
  /** As wide as its content: a postcode field does not span the page. */
  isShort?: boolean
  autoFocus?: boolean
  /** Shown inside the border, before the input. */
  prefix?: ReactNode
}

/** One line of text with its label above, hint and error below. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    errors = [],
    name,
    value,
    onChange,
    onBlur,
    isShort,
    autoFocus,
    prefix,
    ...rest
  } = props
  const input = (
    <Input id={fieldId(name)} className={prefix ? '' : classNames(styles.box, isShort && styles.short)} />
  )
  return (
    <AriaTextField
      {...rest}
      id={fieldId(name)}
      name={name}
      value={value}
      onChange={onChange}
      onBlur={() => onBlur?.()}
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      autoFocus={autoFocus ?? false}
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      {prefix ? (
        <div className={classNames(styles.box, styles.group, isShort && styles.short)}>
          <span className={styles.prefix}>{prefix}</span>
          {input}
        </div>
      ) : (
        input
      )}
      <FieldNotes hint={hint} errors={errors} />
    </AriaTextField>
  )
}
