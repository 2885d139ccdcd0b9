import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import fieldStyles from './Field.module.css'
import { type FieldProps, fieldId } from './field-props.ts'
import styles from './Select.module.css'

type SelectProps<Value extends string> = Omit<FieldProps<Value | null>, 'onChange' | 'isReadOnly'> & {
  onChange: (value: Value) => void
  choices: readonly { value: Value; text: string }[]
  placeholder?: string
  /** In a toolbar, where each choice says what it filters by: “All years”. */
  isLabelHidden?: boolean
  autoComplete?: string
}

/**
 * A choice among many; typing a letter jumps to it. A native select, which every phone shows its own way. For up to seven options
 * prefer a RadioGroup.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    label,
    hint,
    errors = [],
    name,
    value,
    onChange,
    onBlur,
    choices,
    placeholder = 'Choose one',
  } = props
  const notesId = useId()
  const isInvalid = errors.length > 0
  return (
    <div
      className={classNames(
        fieldStyles.field,
        props.isLabelHidden && styles.inToolbar,
        props.isLabelHidden && styles.short,
      )}
      data-invalid={isInvalid || undefined}
    >
      <label htmlFor={fieldId(name)} className={fieldStyles.label}>
        {props.isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <div className={styles.native}>
        <select
          id={fieldId(name)}
          name={name}
          value={value ?? ''}
          autoComplete={props.autoComplete}
          disabled={props.isDisabled ?? false}
          aria-required={props.isRequired || undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={notesId}
          className={classNames(fieldStyles.box, styles.select)}
          onBlur={onBlur}
          onChange={event => {
            const choice = choices.find(one => one.value === event.target.value)
            if (choice) onChange(choice.value)
          }}
        >
          {value === null ? (
            <option value="" disabled>
              {placeholder}
            </option>
          ) : null}
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" className={styles.arrow} />
      </div>
      <span id={notesId} className={styles.notes}>
        {hint === undefined ? null : <span className={fieldStyles.hint}>{hint}</span>}
        {isInvalid ? <span className={fieldStyles.error}>{errors.join(' ')}</span> : null}
      </span>
    </div>
  )
}
