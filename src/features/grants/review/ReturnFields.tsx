import { dateOf } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import type { FieldHandle, FormHandle } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { maxBankReferenceLength } from '../domain/grant-return.ts'
import type { ReturnDraft } from './return-draft.ts'

type ReturnFieldsProps<Values extends ReturnDraft & Record<string, unknown>> = {
  form: FormHandle<Values>
  currency: Currency
  /** What the charity still has, in minor units. */
  leftMinor: bigint
  /** The server’s question whether this return is recorded already; null for none. */
  question: string | null
  /** Called when another return is entered, about which nothing was asked. */
  onChange: () => void
}

export function ReturnFields<Values extends ReturnDraft & Record<string, unknown>>({
  form,
  currency,
  leftMinor,
  question,
  onChange,
}: ReturnFieldsProps<Values>) {
  const { locale, timeZone } = clientContext().clientSettings
  const field = <Name extends keyof ReturnDraft>(name: Name) => {
    const handle = form.field(name)
    return {
      ...handle,
      onChange: (value: Values[Name]) => {
        handle.onChange(value)
        onChange()
      },
    }
  }
  return (
    <>
      <MoneyField
        label="Amount returned"
        hint={`The charity has ${formatMoney(leftMinor, currency, locale)} of this grant.`}
        currency={currency}
        maxMinor={maxAmountMinor()}
        wholeUnits={false}
        isRequired
        {...field('returnedMinor')}
      />
      <TextField
        label="Bank’s reference"
        hint="As on the statement; for a check, its number."
        maxLength={maxBankReferenceLength}
        isRequired
        {...field('bankReference')}
      />
      <DateField
        label="Day on the statement"
        latest={dateOf(new Date(), timeZone)}
        isRequired
        {...field('returnedOn')}
      />
      {question === null ? null : <Another question={question} handle={form.field('isAnother')} />}
    </>
  )
}

/** The question stays beside its box when the box has been ticked. */
function Another({ question, handle }: { question: string; handle: FieldHandle<boolean> }) {
  return (
    <>
      {handle.errors.length === 0 ? <p>{question}</p> : null}
      <Checkbox {...handle}>This is another return</Checkbox>
    </>
  )
}
