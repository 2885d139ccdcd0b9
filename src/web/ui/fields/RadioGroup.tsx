import type { ReactNode } from 'react'
import { RadioGroup as AriaRadioGroup, Label, Radio } from 'react-aria-components/RadioGroup'
import { classNames } from '../class-names.ts'
import styles from './Choices.module.css'
import fieldStyles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { type FieldProps, fieldId } from './field-props.ts'

type RadioGroupProps<Value extends string> = Omit<FieldProps<Value | null>, 'onChange' | 'value'> & {
  value: Value | null
  onChange: (value: Value) => void
  choices: readonly { value: Value; text: ReactNode; note?: ReactNode; isDisabled?: boolean }[]
  /** Cards where the choice is the matter of the screen; plain rows elsewhere. */
  look?: 'plain' | 'cards'
}

/** One of a few, all seen at once. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hint, errors = [], name, value, onChange, onBlur, choices, look = 'plain', ...rest } = props
  return (
    <AriaRadioGroup
      {...rest}
      id={fieldId(name)}
      name={name}
      value={value}
      onChange={picked => {
        const choice = choices.find(one => one.value === picked)
        if (choice) onChange(choice.value)
      }}
      onBlur={() => onBlur?.()}
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      className={classNames(fieldStyles.field, look === 'cards' && styles.wideGroup)}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <FieldNotes hint={hint} errors={errors} />
      <div className={classNames(styles.choices, look === 'cards' && styles.cards)}>
        {choices.map(choice => (
          <Radio
            key={choice.value}
            value={choice.value}
            isDisabled={choice.isDisabled ?? false}
            className={classNames(styles.choice, look === 'cards' && styles.card)}
          >
            <span className={styles.dot} aria-hidden="true" />
            <span>
              {choice.text}
              {choice.note === undefined ? null : <span className={styles.note}>{choice.note}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  )
}
