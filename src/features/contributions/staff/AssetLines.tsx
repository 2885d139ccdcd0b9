import type { FieldHandle } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { maxAssetLines } from '../domain/contribution.ts'
import styles from './Contributions.module.css'
import { type AssetDraft, type AssetField, assetFields } from './contribution-draft.ts'

const labels = { ticker: 'Ticker, if it has one', description: 'Description', quantity: 'Quantity' } as const

/** What the lines need of their form. */
type AssetForm = {
  values: AssetDraft
  field: (name: AssetField) => FieldHandle<string | undefined>
  set: (<Name extends AssetField>(name: Name, value: string) => void) &
    ((name: 'lines', value: number) => void)
}

/** The lines of securities: ticker, description and quantity of each. */
export function AssetLines({ form }: { form: AssetForm }) {
  const { lines } = form.values
  const numbers = Array.from({ length: lines }, (_, index) => index + 1)
  return (
    <div>
      {numbers.map(number => (
        <fieldset key={number} className={styles.asset}>
          <legend>Asset {number}</legend>
          {assetFields.map(field => {
            const { value = '', ...handle } = form.field(`${field}${number}`)
            return (
              <TextField
                key={field}
                label={labels[field]}
                isShort={field !== 'description'}
                isRequired={field !== 'ticker'}
                value={value}
                {...handle}
              />
            )
          })}
        </fieldset>
      ))}
      <p className={styles.actions}>
        {lines < maxAssetLines ? (
          <Button onPress={() => addLine(form, lines + 1)}>Add an asset</Button>
        ) : null}
        {lines > 1 ? (
          <Button onPress={() => form.set('lines', lines - 1)}>Remove asset {lines}</Button>
        ) : null}
      </p>
    </div>
  )
}

/** The fields of a line exist from the start, so that the summary of errors links to them. */
function addLine(form: AssetForm, number: number): void {
  for (const field of assetFields)
    if (form.values[`${field}${number}`] === undefined) form.set(`${field}${number}`, '')
  form.set('lines', number)
}
