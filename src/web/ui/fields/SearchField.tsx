import { Button } from 'react-aria-components/Button'
import { SearchField as AriaSearchField, Input, Label } from 'react-aria-components/SearchField'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import fieldStyles from './Field.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { type FieldProps, fieldId } from './field-props.ts'
import styles from './Select.module.css'

type SearchFieldProps = FieldProps<string> & {
  onSubmit?: (value: string) => void
  placeholder?: string
  /** Whether the label is the placeholder, and is said by screen readers only. */
  isLabelHidden?: boolean
  autoFocus?: boolean
}

/** A search: Escape and the clear button empty it, Enter submits it. The screen debounces requests (§9: 400 ms). */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    hint,
    errors = [],
    name,
    value,
    onChange,
    onBlur,
    onSubmit,
    isLabelHidden = false,
    placeholder = isLabelHidden && typeof label === 'string' ? label : '',
    autoFocus,
    ...rest
  } = props
  return (
    <AriaSearchField
      {...rest}
      id={fieldId(name)}
      name={name}
      value={value}
      onChange={onChange}
      onBlur={() => onBlur?.()}
      onSubmit={onSubmit ?? (() => {})}
      autoFocus={autoFocus ?? false}
      isInvalid={errors.length > 0}
      validationBehavior="aria"
      className={classNames(fieldStyles.field, styles.search, isLabelHidden && styles.inToolbar)}
    >
      <Label className={fieldStyles.label ?? ''}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </Label>
      <div className={classNames(fieldStyles.box, fieldStyles.group, styles.group)}>
        <Icon name="search" className={styles.searchIcon} />
        <Input placeholder={placeholder} />
        <Button className={styles.clear ?? ''} aria-label="Clear the search">
          <Icon name="close" className={styles.arrow} />
        </Button>
      </div>
      <FieldNotes hint={hint} errors={errors} />
    </AriaSearchField>
  )
}
