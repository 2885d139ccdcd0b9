import { useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import type { FieldProps } from './field-props.ts'
import { currencySign, readAmount } from './read-amount.ts'
import { TextField } from './TextField.tsx'

type MoneyFieldProps = FieldProps<bigint | null> & {
  currency: Currency
  /** The largest amount that can be entered. */
  maxMinor: bigint
  /** Rejects decimals: the client grants whole currency units (§13). */
  wholeUnits?: boolean
}

/**
 * An amount in the reader's locale. The value is in minor units, or null while the text is not an amount. The text is formatted
 * when the field loses the focus; invalid text stays, with an error.
 */
export function MoneyField({
  currency,
  maxMinor,
  wholeUnits = false,
  value,
  onChange,
  ...props
}: MoneyFieldProps) {
  const { locale } = useLocale()
  const shownAs = (amountMinor: bigint | null) =>
    amountMinor === null
      ? ''
      : formatMoney(amountMinor, currency, locale, { symbol: false, wholeUnitsWhenRound: wholeUnits })
  const [draft, setDraft] = useState<{ text: string; amountMinor: bigint | null; isLeft: boolean }>({
    text: shownAs(value),
    amountMinor: value,
    isLeft: true,
  })
  // A value set from outside (an earlier grant's amount, Cancel) replaces the typed text.
  const text = draft.amountMinor === value ? draft.text : shownAs(value)
  const options = { locale, currency, wholeUnits, maxMinor }
  const reading = readAmount(text, options)
  const ownErrors = draft.isLeft && reading.problem ? [reading.problem] : []

  return (
    <TextField
      {...props}
      value={text}
      prefix={currencySign(currency, locale)}
      inputMode={wholeUnits ? 'numeric' : 'text'}
      autoComplete="off"
      isShort
      errors={ownErrors.length > 0 ? ownErrors : (props.errors ?? [])}
      onChange={typed => {
        const { amountMinor } = readAmount(typed, options)
        setDraft({ text: typed, amountMinor, isLeft: false })
        onChange(amountMinor)
      }}
      onBlur={() => {
        setDraft({ text: reading.problem ? text : shownAs(value), amountMinor: value, isLeft: true })
        props.onBlur?.()
      }}
    />
  )
}
