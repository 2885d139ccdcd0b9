/** Money is a whole number of minor units (cents, pence) in a `bigint`, with its currency (§16). */
export type Currency = 'USD' | 'GBP'

/** Each currency of the product has a hundred minor units. */
export const minorPerUnit = 100n

/** The message for an amount with cents or pence where only whole units are granted (§13). */
export const wholeUnitsSentence = {
  USD: 'Enter whole dollars',
  GBP: 'Enter whole pounds',
} as const satisfies Record<Currency, string>

/** `-123456n` → `'-1234.56'`: exact, for `Intl` and spreadsheets, without floating-point numbers. */
export function toDecimal(amountMinor: bigint): string {
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(3, '0')
  return `${amountMinor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatter(locale: string, currency: Currency | 'none', wholeUnits: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${wholeUnits}`
  let found = formatters.get(key)
  if (!found) {
    const digits = wholeUnits ? 0 : 2
    found = new Intl.NumberFormat(locale, {
      ...(currency === 'none'
        ? {}
        : { style: 'currency', currency, currencyDisplay: 'narrowSymbol', currencySign: 'accounting' }),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formatters.set(key, found)
  }
  return found
}

export type MoneyStyle = {
  /** Whether to show the currency symbol; in a table the heading names the currency instead. */
  symbol?: boolean
  /** Omits the decimals if they are zero: for minimums and other round figures. */
  wholeUnitsWhenRound?: boolean
}

/** `-6250000n` → `'($62,500.00)'`: grouped for the locale, negatives in parentheses. */
export function formatMoney(
  amountMinor: bigint,
  currency: Currency,
  locale: string,
  style: MoneyStyle = {},
): string {
  const whole = (style.wholeUnitsWhenRound ?? false) && amountMinor % minorPerUnit === 0n
  const absolute = toDecimal(amountMinor < 0n ? -amountMinor : amountMinor)
  // Intl reads a decimal string exactly; TypeScript wants a template literal type.
  const figure = formatter(locale, style.symbol === false ? 'none' : currency, whole).format(
    absolute as Intl.StringNumericLiteral,
  )
  return amountMinor < 0n ? `(${figure})` : figure
}

/**
 * Parses a typed amount (`1,234.5`, `$ 250`, `(12.00)`) into minor units; null if it is not an amount. A separator that the
 * locale does not use, or a third decimal, is rejected: money is never guessed.
 */
export function parseMoney(text: string, locale: string): bigint | null {
  const parts = formatter(locale, 'none', false).formatToParts(12345.67)
  const group = parts.find(part => part.type === 'group')?.value ?? ','
  const decimal = parts.find(part => part.type === 'decimal')?.value ?? '.'
  const bare = text.trim().replace(/^[$£]\s*/, '')
  const [units = '', cents, ...more] = bare.split(decimal)
  if (more.length > 0) return null
  if (!/^\d+$/.test(units) && !isGrouped(units, group)) return null
  if (cents !== undefined && !/^\d{0,2}$/.test(cents)) return null
  const whole = units.split(group).join('')
  if (whole.length > 13) return null
  return BigInt(whole) * minorPerUnit + BigInt((cents ?? '').padEnd(2, '0'))
}

function isGrouped(units: string, group: string): boolean {
  const [first = '', ...rest] = units.split(group)
  return /^\d{1,3}$/.test(first) && rest.length > 0 && rest.every(part => /^\d{3}$/.test(part))
}
