import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFeeSchedules, type FeeSchedule, periodsUntil } from '../../../clients/fee-schedules.ts'
import { daysBetween } from '../../../domain/averages.ts'
import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import { propertyRuns } from '../../../testing/property-runs.ts'
import { daysOfYear, feeOf, keptHundredths, type Reduction } from './fee.ts'

/** A fraction, in its lowest terms only where it has to be compared. */
type Fraction = { over: bigint; under: bigint }
const fraction = (over: bigint, under: bigint): Fraction => ({ over, under })
const plus = (a: Fraction, b: Fraction) => fraction(a.over * b.under + b.over * a.under, a.under * b.under)
const times = (a: Fraction, b: Fraction) => fraction(a.over * b.over, a.under * b.under)
const less = (a: Fraction, b: Fraction) => a.over * b.under < b.over * a.under
const zero = fraction(0n, 1n)
const whole = (value: bigint | number) => fraction(BigInt(value), 1n)

/** The fee day by day: what each charged day costs by the average, less the reduction of that day. */
function model(
  terms: FeeTerms,
  balances: readonly bigint[],
  chargedDays: readonly IsoDate[],
  reductions: readonly Reduction[],
): bigint {
  const sum = balances.reduce((total, balance) => total + balance, 0n)
  if (sum <= 0n) return 0n
  const average = fraction(sum, BigInt(balances.length))
  let yearly = zero
  let from = zero
  for (const { upToMinor, millionths } of terms.tiers) {
    const to = upToMinor === null || less(average, whole(upToMinor)) ? average : whole(upToMinor)
    if (less(from, to))
      yearly = plus(
        yearly,
        times(plus(to, fraction(-from.over, from.under)), fraction(BigInt(millionths), 1_000_000n)),
      )
    if (upToMinor !== null) from = whole(upToMinor)
  }
  if (less(yearly, whole(terms.minimumPerYearMinor))) yearly = whole(terms.minimumPerYearMinor)
  let fee = zero
  for (const day of chargedDays) {
    const isLeap =
      !Number.isNaN(Date.parse(`${day.slice(0, 4)}-02-29T00:00:00Z`)) &&
      new Date(`${day.slice(0, 4)}-02-29T00:00:00Z`).getUTCDate() === 29
    const kept =
      10_000 -
      Math.max(
        0,
        ...reductions.filter(each => each.from <= day && day <= each.to).map(each => each.hundredths),
      )
    const ofDay = times(yearly, fraction(BigInt(kept), 10_000n * (isLeap ? 366n : 365n)))
    fee = fraction(fee.over * ofDay.under + ofDay.over * fee.under, fee.under * ofDay.under)
    // Days of a year have one denominator but for the reductions: keep the numbers small.
    const divisor = gcd(fee.over, fee.under)
    fee = fraction(fee.over / divisor, fee.under / divisor)
  }
  const rounded = fee.over / fee.under
  return (fee.over % fee.under) * 2n >= fee.under ? rounded + 1n : rounded
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a || 1n : gcd(b, a % b))

const tiers = fc.uniqueArray(fc.bigInt({ min: 1n, max: 2_000_000_00n }), { maxLength: 4 }).chain(ends =>
  fc
    .tuple(...ends.map(() => fc.integer({ min: 0, max: 20_000 })), fc.integer({ min: 0, max: 20_000 }))
    .map(rates => {
      const sorted = ends.toSorted((one, other) => (one < other ? -1 : 1))
      return rates.map((millionths, index) => ({ upToMinor: sorted[index] ?? null, millionths }))
    }),
)
const terms = fc.record({
  from: fc.constantFrom('2015-01-01', '2016-10-01', '2019-07-01'),
  every: fc.constantFrom('month' as const, 'quarter' as const),
  charged: fc.constantFrom('in-arrears' as const, 'in-advance' as const),
  excludedAssets: fc.constant('included' as const),
  minimumPerYearMinor: fc.bigInt({ min: 0n, max: 1_000_00n }),
  tiers,
})
const today = isoDate('2026-11-28')
const reduction = fc
  .record({
    start: fc.integer({ min: 0, max: 4_500 }),
    length: fc.integer({ min: 0, max: 500 }),
    hundredths: fc.integer({ min: 1, max: 10_000 }),
  })
  .map(({ start, length, hundredths }) => {
    const from = addDays(isoDate('2015-01-01'), start)
    return { from, to: addDays(from, length), hundredths }
  })

test('the fee of any period of ten years is the sum of its days, to the cent, also in leap years', () => {
  fc.assert(
    fc.property(
      terms,
      fc.array(reduction, { maxLength: 3 }),
      fc.nat(),
      fc.array(fc.bigInt({ min: -1_000_00n, max: 3_000_000_00n }), { minLength: 92, maxLength: 92 }),
      fc.integer({ min: 0, max: 27 }),
      (version, reductions, pick, balances, late) => {
        const schedule: FeeSchedule = {
          name: 'fee',
          title: 'Fee',
          kind: 'administrative_fee',
          fundTypes: ['Joint'],
          versions: [version],
        }
        checkFeeSchedules([schedule])
        const periods = periodsUntil(schedule, today)
        const period = periods[pick % periods.length]
        if (!period) throw new Error('ten years have periods')
        // In arrears an account may have been opened within the period.
        const first = addDays(period.baseFrom, late)
        const baseDays = daysBetween(first, period.baseTo)
        const charged = version.charged === 'in-arrears' ? { from: first, to: period.to } : period
        const chargedDays = Array.from({ length: daysBetween(charged.from, charged.to) }, (_, day) =>
          addDays(charged.from, day),
        )
        const ofDays = balances.slice(0, baseDays)
        const { feeMinor } = feeOf(version, {
          balanceDaysMinor: ofDays.reduce((sum, balance) => sum + balance, 0n),
          baseDays,
          chargedDays: chargedDays.length,
          yearDays: daysOfYear(period.from),
          keptHundredths: keptHundredths(charged, reductions),
        })
        expect(feeMinor).toBe(model(version, ofDays, chargedDays, reductions))
      },
    ),
    { numRuns: propertyRuns({ usual: 150, long: 20_000 }) },
  )
})

test('the periods of a schedule follow each other without a gap, also where its versions change', () => {
  const versions = [
    { from: '2023-10-01', every: 'quarter', charged: 'in-arrears' },
    { from: '2024-07-01', every: 'month', charged: 'in-arrears' },
    { from: '2025-10-01', every: 'quarter', charged: 'in-advance' },
  ] as const
  const rest = {
    excludedAssets: 'included',
    minimumPerYearMinor: 0n,
    tiers: [{ upToMinor: null, millionths: 6_000 }],
  } as const
  const periods = periodsUntil(
    { versions: versions.map(version => ({ ...version, ...rest })) },
    isoDate('2026-01-01'),
  )
  expect(periods[0]?.from).toBe('2023-10-01')
  expect(periods.at(-1)).toMatchObject({
    from: '2026-01-01',
    to: '2026-03-31',
    baseFrom: '2025-10-01',
    chargedOn: '2026-01-01',
  })
  for (const [index, { from }] of periods.entries())
    if (index > 0) expect(addDays(periods[index - 1]?.to ?? today, 1)).toBe(from)
  expect(periods).toHaveLength(3 + 15 + 2)
})

test.each([
  ['a version that begins within a period', { from: '2026-02-01' }, 'begins with a period'],
  [
    'tiers that do not go upwards',
    {
      tiers: [
        { upToMinor: 5n, millionths: 1 },
        { upToMinor: 5n, millionths: 1 },
        { upToMinor: null, millionths: 1 },
      ],
    },
    'go upwards',
  ],
  ['a last tier with an end', { tiers: [{ upToMinor: 5n, millionths: 1 }] }, 'no upper end'],
  ['a rate above the whole', { tiers: [{ upToMinor: null, millionths: 1_000_001 }] }, 'a rate'],
  ['more tiers than people read', { tiers: Array(21).fill({ upToMinor: 1n, millionths: 1 }) }, 'at most 20'],
  ['a negative minimum', { minimumPerYearMinor: -1n }, 'a minimum of 0'],
])('a client with %s does not start', (_, wrong, message) => {
  const version: FeeTerms = {
    from: '2026-01-01',
    every: 'quarter',
    charged: 'in-arrears',
    excludedAssets: 'included',
    minimumPerYearMinor: 0n,
    tiers: [{ upToMinor: null, millionths: 1 }],
  }
  const schedule: FeeSchedule = {
    name: 'fee',
    title: 'Fee',
    kind: 'administrative_fee',
    fundTypes: ['Joint'],
    versions: [{ ...version, ...wrong }],
  }
  expect(() => checkFeeSchedules([schedule])).toThrow(message)
})
