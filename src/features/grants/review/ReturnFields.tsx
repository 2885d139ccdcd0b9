import { dateOf } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import type { FormHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { maxBankReferenceLength } from '../domain/grant-return.ts'
import type { ReturnDraft } from './return-draft.ts'

type ReturnFieldsProps<Values extends ReturnDraft & Record<string, unknown>> = {
  form: FormHandle<Values>
  currency: Currency
  /** What the server asked: this return may be recorded already. */
  isAsked: boolean
}

export function ReturnFields<Values extends ReturnDraft & Record<string, unknown>>({
  form,
  currency,
  isAsked,
}: ReturnFieldsProps<Values>) {
  return (
    <>
      <MoneyField
        label="Amount returned"
        currency={currency}
        maxMinor={maxAmountMinor()}
        wholeUnits={false}
        isRequired
        {...form.field('returnedMinor')}
      />
      <TextField
        label="Bank’s reference"
        hint="As on the statement; for a check, its number."
        maxLength={maxBankReferenceLength}
        isRequired
        {...form.field('bankReference')}
      />
      <DateField
        label="Day on the statement"
        latest={dateOf(new Date(), clientContext().clientSettings.timeZone)}
        isRequired
        {...form.field('returnedOn')}
      />
      {isAsked ? <Checkbox {...form.field('isAnother')}>This is another return</Checkbox> : null}
    </>
  )
}
