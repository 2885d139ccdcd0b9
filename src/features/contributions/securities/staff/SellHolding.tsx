import * as z from 'zod/mini'
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
import { formatQuantity, quantityOfAsset } from '../../domain/contribution.ts'
import styles from '../../staff/Contributions.module.css'
import { sellHolding } from '../holdings.contract.ts'
import { type HoldingFormProps, showRefusal, waitsForSecond } from './holding-form.ts'

type Draft = {
  units: string
  proceedsMinor: bigint | null
  costMinor: bigint | null
  soldOn: IsoDate | null
  effectiveDate: IsoDate | null
}

const schema = z.object({
  units: quantityOfAsset,
  proceedsMinor: enteredAmount,
  costMinor: z.pipe(
    z.custom<bigint | null>(),
    z.transform((minor: bigint | null) => minor ?? 0n),
  ),
  soldOn: requiredDate('Enter the day of the sale'),
  effectiveDate: requiredDate('Enter the day from which the account has the proceeds'),
})

/** Records a sale: the difference to the gift value is a gain or a loss, the cost a fee, and the proceeds can be granted. */
export function SellHolding({ holding, currency, onDone, onCancel }: HoldingFormProps) {
  const { holdingId, fundId, description, unitsLeft } = holding
  const { timeZone, locale } = clientContext().clientSettings
  const today = dateOf(new Date(), timeZone)
  const initial: Draft = {
    units: unitsLeft,
    proceedsMinor: null,
    costMinor: null,
    soldOn: today,
    effectiveDate: today,
  }
  const form = useForm({
    schema,
    initial,
    save: async attributes =>
      await call(
        sellHolding,
        { params: { fundId, holdingId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    onSaved: ({ postingRequest }) => {
      const sale = `The sale of ${description}`
      onDone(
        postingRequest === null
          ? `${sale} was posted. Its proceeds can be granted now.`
          : `${sale} ${waitsForSecond}`,
      )
      void refreshAll()
    },
    onFailure: showRefusal,
  })
  return (
    <div className={styles.form}>
      <Form form={form} label="Record a sale">
        <FormHeading level={2}>Sale of {description}</FormHeading>
        <TextField
          label="Units sold"
          hint={`Of ${formatQuantity(unitsLeft, locale)} held.`}
          autoComplete="off"
          isRequired
          {...form.field('units')}
        />
        <MoneyField
          label="Proceeds before costs"
          currency={currency}
          maxMinor={maxAmountMinor()}
          isRequired
          {...form.field('proceedsMinor')}
        />
        <MoneyField
          label="Costs of the sale"
          hint="The fund pays them as a fee."
          currency={currency}
          maxMinor={maxAmountMinor()}
          {...form.field('costMinor')}
        />
        <DateField
          label="Day of the sale"
          hint="The day of the trade."
          latest={today}
          isRequired
          {...form.field('soldOn')}
        />
        <DateField
          label="Effective date"
          hint="The day from which the account has the proceeds."
          latest={today}
          isRequired
          {...form.field('effectiveDate')}
        />
        <SubmitRow isPending={form.isPending} submitText="Post the sale">
          <CancelButton form={form} onCancel={onCancel}>
            Go back
          </CancelButton>
        </SubmitRow>
      </Form>
    </div>
  )
}
