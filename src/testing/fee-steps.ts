import fc from 'fast-check'
import { npt } from '../clients/configuration/npt.ts'
import type { FeeSchedule } from '../clients/fee-schedules.ts'
import { addDays, addMonths, isoDate } from '../domain/dates.ts'
import type { FeeTerms } from '../domain/fee-terms.ts'
import type { ModelPeriod } from './fee-model.ts'

// What random sequences of fee runs are made of.

/** Its first February has 29 days. */
export const firstMonth = isoDate('2016-01-01')
const [usual] = npt.feeSchedules
const terms = { ...usual.versions[0], from: firstMonth }
const investmentTerms = {
  ...terms,
  minimumPerYearMinor: 0n,
  tiers: [
    { upToMinor: 250_000_00n, millionths: 12_500 },
    { upToMinor: null, millionths: 2_333 },
  ],
}
export const schedules = {
  administrative: { ...usual, versions: [terms] },
  investment: {
    ...{ name: 'investment', title: 'Investment fee', kind: 'investment_fee' as const },
    ...{ fundTypes: usual.fundTypes, versions: [investmentTerms] },
  },
} satisfies Record<string, FeeSchedule>
export const termsOf: Readonly<Record<keyof typeof schedules, FeeTerms>> = {
  administrative: terms,
  investment: investmentTerms,
}
export type ScheduleName = keyof typeof schedules
export const scheduleNames = ['administrative', 'investment'] as const satisfies readonly ScheduleName[]

export const fundCount = 6
/** January to March of a leap year, the February of the year after it, and those of leap years four and eight years later. */
export const periods: readonly ModelPeriod[] = [0, 1, 2, 13, 49, 97].map(month => {
  const from = addMonths(firstMonth, month)
  return { from, to: addDays(addMonths(from, 1), -1) }
})

const fund = fc.nat({ max: fundCount - 1 })
const daysLater = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -20, max: 95 }) },
  // Ten years.
  { weight: 1, arbitrary: fc.integer({ min: 96, max: 3_700 }) },
)
const day = daysLater.map(days => addDays(firstMonth, days))
const entry = fc.record({
  step: fc.constant('entry' as const),
  fund,
  on: day,
  amountMinor: fc.bigInt({ min: -300_000_00n, max: 900_000_00n }).filter(amount => amount !== 0n),
})
const of = fc.constantFrom(...scheduleNames)
const reduction = fc.record({
  step: fc.constant('reduce' as const),
  ...{ of, fund },
  from: day,
  length: fc.nat({ max: 40 }),
  hundredths: fc.integer({ min: 1, max: 10_000 }),
})
/** Terms from the first uncharged period on, or from a later one. */
const newTerms = fc.record({
  step: fc.constant('new-terms' as const),
  of,
  later: fc.nat({ max: 2 }),
  minimumPerYearMinor: fc.bigInt({ min: 0n, max: 500_00n }),
  firstMinor: fc.bigInt({ min: 1n, max: 600_000_00n }),
  millionths: fc.tuple(fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 })),
})
export type NewTermsStep = typeof newTerms extends fc.Arbitrary<infer Each> ? Each : never
export const termsOfStep = (
  { minimumPerYearMinor, firstMinor, millionths }: NewTermsStep,
  from: string,
): FeeTerms => ({
  ...{ ...terms, from, minimumPerYearMinor },
  tiers: [
    { upToMinor: firstMinor, millionths: millionths[0] },
    { upToMinor: null, millionths: millionths[1] },
  ],
})
export const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: entry },
    { weight: 1, arbitrary: reduction },
    { weight: 4, arbitrary: fc.record({ step: fc.constant('charge' as const), of }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant('write-off' as const), of, fund }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('reverse' as const) }) },
    { weight: 2, arbitrary: newTerms },
  ),
  { minLength: 12, maxLength: 24 },
)
export type FeeStep = (typeof steps extends fc.Arbitrary<infer Each> ? Each : never)[number]
/** Opened before the first month, or within the first two. */
export const openings = fc.array(
  fc.integer({ min: -40, max: 45 }).map(days => addDays(firstMonth, days)),
  { minLength: fundCount, maxLength: fundCount },
)

/**
 * A leap February, a late entry in it, terms that begin with it and are replaced before March, fees that are larger than the fund, of which one is written off before a late entry and before its run is
 * reversed, and runs that are charged anew.
 */
export const told: FeeStep[] = [
  { step: 'entry', fund: 0, on: addDays(firstMonth, -10), amountMinor: 800_000_00n },
  { step: 'entry', fund: 1, on: firstMonth, amountMinor: 400_000_00n },
  {
    step: 'reduce',
    of: 'administrative',
    fund: 0,
    from: addDays(firstMonth, 35),
    length: 10,
    hundredths: 2_500,
  },
  { step: 'charge', of: 'administrative' },
  { step: 'charge', of: 'investment' },
  {
    ...{ step: 'new-terms', of: 'administrative', later: 0, minimumPerYearMinor: 0n },
    ...{ firstMinor: 100_000_00n, millionths: [9_000, 1_000] },
  },
  {
    ...{ step: 'new-terms', of: 'administrative', later: 1, minimumPerYearMinor: 1n },
    ...{ firstMinor: 100_000_00n, millionths: [20_000, 0] },
  },
  {
    ...{ step: 'new-terms', of: 'administrative', later: 1, minimumPerYearMinor: 240_00n },
    ...{ firstMinor: 200_000_00n, millionths: [7_000, 2_000] },
  },
  { step: 'charge', of: 'administrative' },
  { step: 'entry', fund: 0, on: addDays(firstMonth, 40), amountMinor: 123_456_78n },
  { step: 'entry', fund: 1, on: addDays(firstMonth, 90), amountMinor: -399_700_00n },
  { step: 'charge', of: 'investment' },
  { step: 'charge', of: 'administrative' },
  { step: 'write-off', of: 'administrative', fund: 1 },
  { step: 'write-off', of: 'investment', fund: 1 },
  { step: 'entry', fund: 1, on: addDays(firstMonth, 5), amountMinor: 50_000_00n },
  { step: 'charge', of: 'administrative' },
  { step: 'reverse' },
  { step: 'reverse' },
  { step: 'charge', of: 'administrative' },
  { step: 'charge', of: 'investment' },
  { step: 'charge', of: 'administrative' },
]
