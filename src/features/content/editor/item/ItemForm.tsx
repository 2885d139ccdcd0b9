import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentMessage } from '../../editing.contract.ts'
import { fieldsOf, labelOf } from './field-table.ts'
import type { Suggestions } from './ItemField.tsx'
import { ItemField } from './ItemField.tsx'
import styles from './ItemForm.module.css'

type ItemFormProps = {
  fields: ContentFields
  /** Validation errors by field, shown after a failed submission. */
  errors: Record<string, readonly string[]>
  /** Warnings about text that visitors will see differently. */
  messages: readonly ContentMessage[]
  suggestions: Suggestions
  isDisabled: boolean
  onChange: (fields: ContentFields) => void
  onBlur: () => void
}

/** The fields of an item of any kind. It submits nothing; the draft store saves each change. */
export function ItemForm(props: ItemFormProps) {
  const { fields, errors, messages, suggestions, isDisabled, onChange, onBlur } = props
  // Changing one field keeps the kind, but the compiler cannot narrow the union by field name.
  const set = (change: Record<string, unknown>) => onChange({ ...fields, ...change } as ContentFields)
  const values = new Map<string, unknown>(Object.entries(fields))
  return (
    <div className={styles.form}>
      {fieldsOf(fields.kind).map(([name, spec]) => {
        const notes = messages.filter(({ field }) => field === name)
        return (
          <div key={name}>
            <ItemField
              name={name}
              spec={spec}
              values={values}
              errors={errors}
              suggestions={suggestions}
              isDisabled={isDisabled}
              onChange={set}
              onBlur={onBlur}
            />
            {notes.length === 0 ? null : (
              <ul aria-label={`About ${labelOf(fields.kind, name)}`} className={styles.messages}>
                {notes.map(({ line, text }) => (
                  <li key={`${line} ${text}`}>
                    {line === null ? '' : `Line ${line}: `}
                    {text}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </div>
  )
}
