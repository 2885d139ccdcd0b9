import { TextArea as AriaTextArea, Label, TextField } from 'react-aria-components/TextField'
import { classNames } from '../class-names.ts'
import styles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { type FieldProps, fieldId } from './field-props.ts'

type TextAreaProps = FieldProps<string> & { maxLength?: number; autoComplete?: string }

/**
 * Several lines; grows with what is written, and counts down where there is a limit. What is over it stays, for whoever wrote it to
 * shorten: a browser would cut the end of what is pasted, and say nothing. The form's schema refuses it.
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
        // A browser is content with showing the line of the caret: the box, and that it has the focus, is to be seen as a whole.
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
