import * as z from 'zod/mini'
import { requiredLine } from '../../../../contract/required-text.ts'
import { enteredAmount } from '../../../../contract/wire.ts'
import { dateOf, type IsoDate } from '../../../../domain/dates.ts'
import { call } from '../../../../web/api/call.ts'
import { refreshAll } from '../../../../web/api/query.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../../web/client-context/max-amount.ts'
import { Form } from '../../../../web/form/Form.tsx'
import { FormHeading } from '../../../../web/form/FormHeading.tsx'
import { requiredDate } from '../../../../web/form/required-fields.ts'
import { CancelButton, SubmitRow } from '../../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../../web/form/use-form.ts'
import { DateField } from '../../../../web/ui/fields/DateField.tsx'
import { MoneyField } from '../../../../web/ui/fields/MoneyField.tsx'
import { TextField } from '../../../../web/ui/fields/TextField.tsx'
import styles from '../../staff/Contributions.module.css'
import { maxSourceLength, missingSource, valueHolding } from '../holdings.contract.ts'
import { type HoldingFormProps, showRefusal } from './holding-form.ts'

type Draft = { valuedOn: IsoDate | null; valueMinor: bigint | null; source: string }

const schema = z.object({
  valuedOn: requiredDate('Enter the day of the valuation'),
  valueMinor: enteredAmount,
  source: requiredLine(maxSourceLength, missingSource),
})

/** Records what an asset is worth on a later day. */
export function ValueHolding({ holding, currency, onDone, onCancel }: HoldingFormProps) {
  const { holdingId, fundId, description } = holding
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const initial: Draft = { valuedOn: today, valueMinor: null, source: '' }
  const form = useForm({
    schema,
    initial,
    save: async attributes =>
      await call(
        valueHolding,
        { params: { fundId, holdingId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: () => {
      onDone(`The valuation of ${description} was saved.`)
      void refreshAll()
    },
    onFailure: showRefusal,
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Enter a valuation">
        <FormHeading level={2}>Valuation of {description}</FormHeading>
        <p>It is for staff. Nothing is posted, and the fund keeps the gift value until a sale.</p>
        <DateField
          label="Day of the valuation"
          hint="The day for which it was valued."
          latest={today}
          isRequired
          {...form.field('valuedOn')}
        />
        <MoneyField
          label="Value of all units held"
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...form.field('valueMinor')}
        />
        <TextField label="Source" hint="Who valued it." isRequired {...form.field('source')} />
        <SubmitRow isPending={form.isPending} submitText="Save the valuation">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
