import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox, Input, Label } from 'react-aria-components/ComboBox'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from '../class-names.ts'
import fieldStyles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { type FieldProps, fieldId } from './field-props.ts'
import styles from './Select.module.css'

export type ComboBoxChoice = { value: string; text: string; note?: ReactNode }

type ComboBoxProps = Omit<FieldProps<string | null>, 'onChange'> & {
  onChange: (value: string | null) => void
  choices: readonly ComboBoxChoice[]
  /** Set if the server searches: the list then shows `choices` unfiltered. */
  search?: { text: string; onChange: (text: string) => void; isPending: boolean }
  emptyText?: string
  placeholder?: string
}

/** A combo box. With `search` the server filters the choices, otherwise the list does. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hint, errors = [], name, value, onChange, onBlur, choices, search, ...rest } = props
  return (
    <AriaComboBox
      name={name}
      isDisabled={rest.isDisabled ?? false}
      isReadOnly={rest.isReadOnly ?? false}
      isRequired={rest.isRequired ?? false}
      value={value}
      onChange={picked => onChange(picked === null ? null : String(picked))}
      onBlur={() => onBlur?.()}
      {...(search
        ? { items: choices, inputValue: search.text, onInputChange: search.onChange }
        : { defaultItems: choices })}
      allowsEmptyCollection
      menuTrigger="input"
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      className={fieldStyles.field ?? ''}
    >
      <Label className={fieldStyles.label ?? ''}>{label}</Label>
      <div className={classNames(fieldStyles.box, fieldStyles.group)}>
        <Input id={fieldId(name)} placeholder={rest.placeholder ?? ''} />
        <Button className={styles.clear ?? ''}>
          <svg className={styles.arrow} viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </Button>
      </div>
      <FieldNotes hint={hint} errors={errors} />
      <Popover className={styles.popover ?? ''}>
        <ListBox
          className={styles.list ?? ''}
          renderEmptyState={() => (
            <div className={styles.empty}>
              {search?.isPending ? 'Searching...' : (rest.emptyText ?? 'Nothing found')}
            </div>
          )}
        >
          {(choice: ComboBoxChoice) => (
            <ListBoxItem id={choice.value} textValue={choice.text} className={styles.option ?? ''}>
              {choice.text}
              {choice.note === undefined ? null : <span className={styles.note}>{choice.note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
