import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './Choices.module.css'
import fieldStyles from './Field.module.css'
import { type FieldProps, fieldId } from './field-props.ts'

type RadioGroupProps<Value extends string> = Omit<
  FieldProps<Value | null>,
  'onChange' | 'onBlur' | 'isReadOnly'
> & {
  onChange: (value: Value) => void
  choices: readonly { value: Value; text: ReactNode; note?: ReactNode; isDisabled?: boolean }[]
  /** Cards if the choice is the main content of the screen; otherwise plain rows. */
  look?: 'plain' | 'cards'
  /** Whether a heading beside it says the same to the eye. */
  isLabelHidden?: boolean
}

/** A choice among a few visible options. Native radio buttons with custom styles. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const {
    label,
    hint,
    errors = [],
    name,
    value,
    onChange,
    choices,
    look = 'plain',
    isDisabled = false,
    isLabelHidden = false,
  } = props
  const notesId = useId()
  const isInvalid = errors.length > 0
  const isCards = look === 'cards'
  return (
    <fieldset
      id={fieldId(name)}
      disabled={isDisabled}
      aria-describedby={notesId}
      className={classNames(fieldStyles.field, styles.group, isCards && styles.wideGroup)}
    >
      <legend className={classNames(fieldStyles.label, styles.legend)}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </legend>
      <span id={notesId} className={styles.notes}>
        {hint === undefined ? null : <span className={fieldStyles.hint}>{hint}</span>}
        {isInvalid ? <span className={fieldStyles.error}>{errors.join(' ')}</span> : null}
      </span>
      <div className={classNames(styles.choices, isCards && styles.cards)}>
        {choices.map(choice => (
          <label key={choice.value} className={classNames(styles.choice, isCards && styles.card)}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              className={styles.dot}
              checked={choice.value === value}
              disabled={choice.isDisabled ?? false}
              required={props.isRequired ?? false}
              aria-invalid={isInvalid || undefined}
              onChange={() => onChange(choice.value)}
            />
            <span>
              {choice.text}
              {choice.note === undefined ? null : <span className={styles.note}>{choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
