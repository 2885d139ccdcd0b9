import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, Label, SelectValue } from 'react-aria-components/Select'
import { classNames } from '../../class-names.ts'
import fieldStyles from '../Field.module.css'
import { FieldNotes } from '../FieldNotes.tsx'
import { type FieldProps, fieldId } from '../field-props.ts'
import styles from './Picking.module.css'

type SelectProps<Value extends string> = Omit<FieldProps<Value | null>, 'onChange' | 'value'> & {
  value: Value | null
  onChange: (value: Value) => void
  choices: readonly { value: Value; text: string }[]
  placeholder?: string
}

/** One of many; typing a letter goes to it. For up to seven choices a RadioGroup shows more. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, errors = [], name, value, onChange, onBlur, choices, placeholder, ...rest } = props
  return (
    <AriaSelect
      name={name}
      isDisabled={rest.isDisabled || rest.isReadOnly || false}
      isRequired={rest.isRequired ?? false}
      value={value}
      onChange={picked => {
        const choice = choices.find(one => one.value === picked)
        if (choice) onChange(choice.value)
      }}
      onBlur={() => onBlur?.()}
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      placeholder={placeholder ?? 'Choose one'}
      className={fieldStyles.field ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <Button id={fieldId(name)} className={classNames(fieldStyles.box, styles.opener)}>
        <SelectValue className={styles.value ?? ''} />
        <svg className={styles.arrow} viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </Button>
      <FieldNotes hint={hint} errors={errors} />
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.list ?? ''} items={choices}>
          {choice => (
            <ListBoxItem id={choice.value} textValue={choice.text} className={styles.option ?? ''}>
              {choice.text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
