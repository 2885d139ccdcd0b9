import { useId } from 'react'
import { type FundType, fundTypes } from '../../../domain/fee-terms.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { fieldId } from '../../../web/ui/fields/field-props.ts'
import styles from './PostingBatches.module.css'

const labels = {
  Individual: 'Individual',
  Joint: 'Joint',
  Organization: 'Organization',
  General: 'General (our own fund)',
} as const satisfies Record<FundType, string>

/** The accounts that take part, by their type. */
export function FundTypeChoice({
  field: { name, value, onChange, errors },
}: {
  field: FieldHandle<FundType[]>
}) {
  const notesId = useId()
  return (
    <fieldset id={fieldId(name)} aria-describedby={notesId} className={styles.types}>
      <legend>Accounts</legend>
      <p id={notesId} className={styles.error} hidden={errors.length === 0}>
        {errors.join(' ')}
      </p>
      {fundTypes.map(type => (
        <Checkbox
          key={type}
          name={`${name}.${type}`}
          value={value.includes(type)}
          onChange={isOn => onChange(isOn ? [...value, type] : value.filter(each => each !== type))}
        >
          {inClientEnglish(labels[type])}
        </Checkbox>
      ))}
    </fieldset>
  )
}
