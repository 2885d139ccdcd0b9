import {
  amountTooLarge,
  type Currency,
  formatMoney,
  minorPerUnit,
  otherCurrencySentence,
  parseMoney,
  wholeUnitsSentence,
} from '../../../domain/money.ts'

/**
 * An amount in minor units, or null with an error message; empty text is null without an error. Cents where only whole units
 * are allowed are an amount with an error, so that the form's own rule can name the error too.
 */
type AmountReading = { amountMinor: bigint | null; problem: string | null }

type AmountOptions = { locale: string; currency: Currency; wholeUnits: boolean; maxMinor: bigint }

/** Reads a typed amount; never rounds or guesses. */
export function readAmount(
  text: string,
  { locale, currency, wholeUnits, maxMinor }: AmountOptions,
): AmountReading {
  if (text.trim() === '') return { amountMinor: null, problem: null }
  const amountMinor = parseMoney(text, { locale, currency })
  if (amountMinor === 'not-an-amount') {
    const example = formatMoney(125_000n, 'USD', locale, { symbol: false, wholeUnitsWhenRound: true })
    return { amountMinor: null, problem: `Enter an amount in figures, such as 250 or ${example}` }
  }
  if (amountMinor === 'other-currency') return { amountMinor: null, problem: otherCurrencySentence[currency] }
  if (amountMinor === 'too-large' || amountMinor > maxMinor)
    return { amountMinor: null, problem: amountTooLarge(maxMinor, currency, locale) }
  const hasWrongUnits = wholeUnits && amountMinor % minorPerUnit !== 0n
  return { amountMinor, problem: hasWrongUnits ? wholeUnitsSentence[currency] : null }
}

/** `$` or `£` as the locale writes it. */
export function currencySign(currency: Currency, locale: string): string {
  return formatMoney(0n, currency, locale, { wholeUnitsWhenRound: true }).replace(/[\d\s]/g, '')
}
