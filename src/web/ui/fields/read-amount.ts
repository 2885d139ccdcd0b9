import {
  type Currency,
  formatMoney,
  minorPerUnit,
  parseMoney,
  wholeUnitsSentence,
} from '../../../domain/money.ts'

/**
 * An amount in minor units, or null with an error message; empty text is null without an error. Cents where only whole units
 * are allowed are an amount with an error, so that the form's own rule can name the error too.
 */
type AmountReading = { amountMinor: bigint | null; problem: string | null }

/** Reads a typed amount; never rounds or guesses. */
export function readAmount(
  text: string,
  { locale, currency, wholeUnits }: { locale: string; currency: Currency; wholeUnits: boolean },
): AmountReading {
  if (text.trim() === '') return { amountMinor: null, problem: null }
  const amountMinor = parseMoney(text, locale)
  if (amountMinor === null) {
    const example = formatMoney(125_000n, 'USD', locale, { symbol: false, wholeUnitsWhenRound: true })
    return { amountMinor: null, problem: `Enter an amount in figures, such as 250 or ${example}` }
  }
  const hasWrongUnits = wholeUnits && amountMinor % minorPerUnit !== 0n
  return { amountMinor, problem: hasWrongUnits ? wholeUnitsSentence[currency] : null }
}

/** `$` or `£` as the locale writes it. */
export function currencySign(currency: Currency, locale: string): string {
  return formatMoney(0n, currency, locale, { wholeUnitsWhenRound: true }).replace(/[\d\s]/g, '')
}
