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
    // toDecimal writes such a figure.
    absolute as Intl.StringNumericLiteral,
  )
  return amountMinor < 0n ? `(${figure})` : figure
}

/**
 * The largest amount that the database stores as one amount: 1,000,000,000.00. Sums of such amounts cannot overflow a bigint
 * (db/migrations/0042_amount_limits.sql).
 */
export const maxStoredAmountMinor = 1_000_000_000_00n

/** The message for an amount above the client's limit. */
export const amountTooLarge = (maxAmountMinor: bigint, currency: Currency, locale: string): string =>
  `Enter at most ${formatMoney(maxAmountMinor, currency, locale)}`

/** The message for an amount with the sign or the code of another currency. */
export const otherCurrencySentence = {
  USD: 'Enter an amount in US dollars',
  GBP: 'Enter an amount in pounds sterling',
} as const satisfies Record<Currency, string>

/** How people write the currency, before or after the figures. */
const currencyMarks = {
  USD: ['US$', '$', 'USD'],
  GBP: ['£', 'GBP'],
} as const satisfies Record<Currency, readonly string[]>

type AmountViolation = 'not-an-amount' | 'other-currency' | 'too-large'

/**
 * Parses a typed amount (`1,234.5`, `$ 250`, `250 USD`) into minor units, or says why it is not an amount of the currency. A
 * separator that the locale does not use, a third decimal, and the mark of another currency are rejected: money is never guessed.
 */
export function parseMoney(
  text: string,
  { locale, currency }: { locale: string; currency: Currency },
): bigint | AmountViolation {
  const parts = formatter(locale, 'none', false).formatToParts(12345.67)
  const group = parts.find(part => part.type === 'group')?.value ?? ','
  const decimal = parts.find(part => part.type === 'decimal')?.value ?? '.'
  const bare = withoutMarks(text.trim(), currencyMarks[currency])
  if (hasCurrency(bare)) return 'other-currency'
  const [units = '', cents, ...more] = bare.split(decimal)
  if (more.length > 0) return 'not-an-amount'
  if (!/^\d+$/.test(units) && !isGrouped(units, group)) return 'not-an-amount'
  if (cents !== undefined && !/^\d{0,2}$/.test(cents)) return 'not-an-amount'
  const whole = units.split(group).join('')
  if (whole.length > 13) return 'too-large'
  return BigInt(whole) * minorPerUnit + BigInt((cents ?? '').padEnd(2, '0'))
}

/** The text without one mark of the currency before and one after the figures. */
function withoutMarks(text: string, marks: readonly string[]): string {
  const upper = text.toUpperCase()
  const before = marks.find(mark => upper.startsWith(mark))?.length ?? 0
  const after = marks.find(mark => upper.endsWith(mark) && text.length - mark.length >= before)?.length ?? 0
  return text.slice(before, text.length - after).trim()
}

const isoCodes = new Set(Intl.supportedValuesOf('currency'))

/** Whether a currency stands before or after figures: any sign (`€300`, `A$300`), or a code of ISO 4217 (`CHF 300`). */
function hasCurrency(text: string): boolean {
  if (!/\d/.test(text)) return false
  if (/\p{Sc}/u.test(text)) return true
  const letters = [/^[A-Z]{3}/i.exec(text)?.[0], /[A-Z]{3}$/i.exec(text)?.[0]]
  return letters.some(code => code !== undefined && isoCodes.has(code.toUpperCase()))
}

function isGrouped(units: string, group: string): boolean {
  const [first = '', ...rest] = units.split(group)
  return /^\d{1,3}$/.test(first) && rest.length > 0 && rest.every(part => /^\d{3}$/.test(part))
}
