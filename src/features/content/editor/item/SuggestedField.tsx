import { useId } from 'react'
import { classNames } from '../../../../web/ui/class-names.ts'
import fieldStyles from '../../../../web/ui/fields/Field.module.css'
import { type FieldProps, fieldId } from '../../../../web/ui/fields/field-props.ts'

type SuggestedFieldProps = FieldProps<string> & { suggestions: readonly string[] }

/** A free-text line with suggestions, so that the same topic is spelled the same way. */
export function SuggestedField(props: SuggestedFieldProps) {
  const { label, hint, errors = [], name, value, onChange, onBlur, suggestions, isDisabled = false } = props
  const [listId, notesId] = [useId(), useId()]
  const isInvalid = errors.length > 0
  return (
    <div className={fieldStyles.field} data-invalid={isInvalid || undefined}>
      <label htmlFor={fieldId(name)} className={fieldStyles.label}>
        {label}
      </label>
      <input
        id={fieldId(name)}
        name={name}
        list={listId}
        value={value}
        disabled={isDisabled}
        autoComplete="off"
        aria-invalid={isInvalid || undefined}
        aria-describedby={notesId}
        className={classNames(fieldStyles.box)}
        onChange={event => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <datalist id={listId}>
        {suggestions.map(suggestion => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      <span id={notesId}>
        {hint === undefined ? null : <span className={fieldStyles.hint}>{hint}</span>}
        {isInvalid ? <span className={fieldStyles.error}>{errors.join(' ')}</span> : null}
      </span>
    </div>
  )
}
