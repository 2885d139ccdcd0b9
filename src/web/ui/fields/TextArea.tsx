import { TextArea as AriaTextArea, Label, TextField } from 'react-aria-components/TextField'
import { classNames } from '../class-names.ts'
import styles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { type FieldProps, fieldId } from './field-props.ts'

type TextAreaProps = FieldProps<string> & { maxLength?: number; autoComplete?: string }

/**
 * Several lines. It grows with the text and counts down to the limit. Longer text stays, so that the writer can shorten it: a
 * native limit would silently cut off pasted text. The form's schema rejects it.
 */
export function TextArea(props: TextAreaProps) {
  const { label, hint, errors = [], name, value, onChange, onBlur, maxLength, ...rest } = props
  const left = maxLength === undefined ? null : maxLength - value.length
  return (
    <TextField
      {...rest}
      id={fieldId(name)}
      name={name}
      value={value}
      onChange={onChange}
      onBlur={() => onBlur?.()}
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      className={styles.field ?? ''}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <AriaTextArea
        className={classNames(styles.box, styles.area)}
        // Browsers scroll only the caret's line into view; this shows the whole focused box.
        onFocus={event => event.currentTarget.scrollIntoView({ block: 'nearest' })}
      />
      {left !== null && left < 60 && (
        <span className={styles.count} role="status">
          {countLabel(left)}
        </span>
      )}
      <FieldNotes hint={hint} errors={errors} />
    </TextField>
  )
}

function countLabel(left: number): string {
  const characters = Math.abs(left) === 1 ? '1 character' : `${Math.abs(left)} characters`
  return `${characters} ${left < 0 ? 'too many' : 'left'}`
}
