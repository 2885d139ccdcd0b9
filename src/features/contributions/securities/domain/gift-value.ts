import * as z from 'zod/mini'
import { amountAboveZero, isoDate } from '../../../../contract/wire.ts'
import { formatDate, type IsoDate } from '../../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../../domain/money.ts'
import { formatQuantity } from '../../domain/contribution.ts'

// The value of a gift of assets on its date, as 26 CFR 20.2031-2 and 20.2031-8(b) find it for securities and fund shares. All of it is
// exact; the value of a line is rounded once, half up.

const priceFormat = /^\d{1,9}(\.\d{1,6})?$/
/** A price for one unit in the book's currency, with up to 6 decimals. */
export const price = z.string().check(
  z.trim(),
  z.regex(priceFormat, 'Enter a price, with up to 6 decimals'),
  z.refine(text => /[1-9]/.test(text), 'Enter a price above 0'),
)

/** Whether prices have their format; the comparison runs for others too. */
const areRead = (...prices: string[]): boolean => prices.every(text => priceFormat.test(text.trim()))

const range = z.object({ high: price, low: price }).check(
  z.refine(({ high, low }) => !areRead(high, low) || millionthsOf(high) >= millionthsOf(low), {
    path: ['high'],
    error: 'Enter the high, which is not below the low',
  }),
)

const maxTradingDays = 30
/** A day of trades beside the date of gift. Its distance counts trading days, because only they weigh. */
const neighbor = z.object({
  date: isoDate,
  prices: range,
  tradingDays: z
    .int(`Enter a number from 1 to ${maxTradingDays}`)
    .check(
      z.minimum(1, `Enter a number from 1 to ${maxTradingDays}`),
      z.maximum(maxTradingDays, `Enter a number from 1 to ${maxTradingDays}`),
    ),
})

/** How the value of a line was found. */
export const valuation = z.discriminatedUnion('basis', [
  z.object({ basis: z.literal('traded'), prices: range }),
  z.object({ basis: z.literal('neighbors'), before: neighbor, after: neighbor }),
  z.object({ basis: z.literal('net-asset-value'), date: isoDate, price }),
  z.object({ basis: z.literal('appraised'), date: isoDate, valueMinor: amountAboveZero }),
])
export type Valuation = z.output<typeof valuation>
export type ValuationBasis = Valuation['basis']

/** What is given; it decides how it may be valued, and what the tax authority of the United States wants. */
export const propertyTypes = ['listed', 'fund-shares', 'private-shares', 'property'] as const
export type PropertyType = (typeof propertyTypes)[number]

export const propertyLabels = {
  listed: 'Listed securities',
  'fund-shares': 'Fund shares',
  'private-shares': 'Shares in a private company',
  property: 'Property or other asset',
} as const satisfies Record<PropertyType, string>

export const basesOf = {
  listed: ['traded', 'neighbors'],
  'fund-shares': ['net-asset-value'],
  'private-shares': ['appraised'],
  property: ['appraised'],
} as const satisfies Record<PropertyType, readonly ValuationBasis[]>

export const basisLabels = {
  traded: 'High and low on the date of gift',
  neighbors: 'Nearest trading days before and after',
  'net-asset-value': 'Net asset value',
  appraised: 'Appraisal or valuation',
} as const satisfies Record<ValuationBasis, string>

/** Whether a market sets the price: neither an appraisal nor Form 8282 is asked for. */
export const isPubliclyTraded = (property: PropertyType): boolean =>
  property === 'listed' || property === 'fund-shares'

const scale = 1_000_000n

/** `12.5` → `12500000n`. Prices and quantities have at most six decimals. */
export function millionthsOf(decimal: string): bigint {
  const [whole = '0', decimals = ''] = decimal.split('.')
  return BigInt(whole) * scale + BigInt(decimals.padEnd(6, '0'))
}

/** `12500000n` → `12.5`. */
export function fromMillionths(millionths: bigint): string {
  const digits = millionths.toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0+$/, '')
  return `${digits.slice(0, -6)}${decimals === '' ? '' : `.${decimals}`}`
}

export const divideHalfUp = (numerator: bigint, divisor: bigint): bigint =>
  (2n * numerator + divisor) / (2n * divisor)

type Fraction = { numerator: bigint; divisor: bigint }
type Traded = Exclude<Valuation, { basis: 'appraised' }>

const meanOf = ({ high, low }: { high: string; low: string }): Fraction => ({
  numerator: millionthsOf(high) + millionthsOf(low),
  divisor: 2n,
})

/** The price of a unit, in millionths of a unit of the currency. */
function unitPrice(given: Traded): Fraction {
  if (given.basis === 'traded') return meanOf(given.prices)
  if (given.basis === 'net-asset-value') return { numerator: millionthsOf(given.price), divisor: 1n }
  const [before, after] = [meanOf(given.before.prices), meanOf(given.after.prices)]
  // Inversely: the nearer day has the weight of the other's distance.
  const [beforeWeight, afterWeight] = [BigInt(given.after.tradingDays), BigInt(given.before.tradingDays)]
  return {
    numerator: before.numerator * beforeWeight + after.numerator * afterWeight,
    divisor: 2n * (beforeWeight + afterWeight),
  }
}

/** The value of so many units in minor units of the currency. */
export function giftValueMinor(given: Valuation, quantity: string): bigint {
  if (given.basis === 'appraised') return given.valueMinor
  const { numerator, divisor } = unitPrice(given)
  return divideHalfUp(numerator * millionthsOf(quantity) * 100n, divisor * scale * scale)
}

/** The part of a line's gift value that some of its units have. The last units have all that is left, so that nothing is lost. */
export function partOfGiftValue({
  units,
  leftUnits,
  leftMinor,
}: {
  units: string
  leftUnits: string
  leftMinor: bigint
}): bigint {
  return divideHalfUp(leftMinor * millionthsOf(units), millionthsOf(leftUnits))
}

export const futureDay = 'Enter today or an earlier day'

/** Why a line cannot be valued so for a gift of this day, with the field; null if it can. */
export function valuationViolation(
  given: Valuation,
  { property, giftDate, today }: { property: PropertyType; giftDate: IsoDate; today: IsoDate },
): { field: string; sentence: string } | null {
  const bases: readonly ValuationBasis[] = basesOf[property]
  if (!bases.includes(given.basis))
    return { field: 'basis', sentence: 'Choose how an asset of this type is valued' }
  if (given.basis === 'neighbors') {
    if (given.before.date >= giftDate)
      return { field: 'before.date', sentence: 'Enter a day before the date of the gift' }
    if (given.after.date <= giftDate)
      return { field: 'after.date', sentence: 'Enter a day after the date of the gift' }
    return given.after.date > today ? { field: 'after.date', sentence: futureDay } : null
  }
  if (given.basis === 'net-asset-value')
    return given.date > giftDate
      ? { field: 'date', sentence: 'Enter the date of the gift, or the last day before with a price' }
      : null
  return given.basis === 'appraised' && given.date > today ? { field: 'date', sentence: futureDay } : null
}

type Style = { currency: Currency; locale: string }

/** How the value was found, line by line, for staff. */
export function workingOf(given: Valuation, quantity: string, { currency, locale }: Style): string[] {
  const day = (date: IsoDate) => formatDate(date, locale, 'short')
  const mean = ({ high, low }: { high: string; low: string }) => `(${high} + ${low}) ÷ 2`
  const total = formatMoney(giftValueMinor(given, quantity), currency, locale)
  const units = formatQuantity(quantity, locale)
  switch (given.basis) {
    case 'traded':
      return [`${mean(given.prices)} × ${units} = ${total}`]
    case 'net-asset-value':
      return [`Net asset value of ${day(given.date)}: ${given.price} × ${units} = ${total}`]
    case 'appraised':
      return [`Valued on ${day(given.date)}: ${total}`]
    case 'neighbors': {
      const { before, after } = given
      return [
        `${day(before.date)}, trading days apart: ${before.tradingDays}, ${mean(before.prices)}`,
        `${day(after.date)}, trading days apart: ${after.tradingDays}, ${mean(after.prices)}`,
        `(first × ${after.tradingDays} + second × ${before.tradingDays}) ÷ ${before.tradingDays + after.tradingDays} × ${units} = ${total}`,
      ]
    }
  }
}
