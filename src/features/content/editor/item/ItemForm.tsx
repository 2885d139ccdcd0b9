import type { ContentFields } from '../../domain/content-fields.ts'
import type { ContentMessage } from '../../editing.contract.ts'
import { fieldsOf, labelOf } from './field-table.ts'
import { ItemField } from './ItemField.tsx'
import styles from './ItemForm.module.css'

type ItemFormProps = {
  fields: ContentFields
  /** What stands in the way of publishing, by field; shown once somebody has tried. */
  errors: Record<string, readonly string[]>
  /** What visitors will not see as it was written. */
  messages: readonly ContentMessage[]
  suggestions: Suggestions
  isDisabled: boolean
  onChange: (fields: ContentFields) => void
  onBlur: () => void
}

/** What others wrote in the fields that group things. */
export type Suggestions = Record<'promoGroups' | 'topics' | 'resourceGroups', readonly string[]>

/** The fields of an item, whichever kind it is of. Nothing is sent from here: what is written is a draft, and is saved as one. */
export function ItemForm(props: ItemFormProps) {
  const { fields, errors, messages, suggestions, isDisabled, onChange, onBlur } = props
  // A change of one field of a kind is a value of that kind again; the compiler cannot follow the name into the union.
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
