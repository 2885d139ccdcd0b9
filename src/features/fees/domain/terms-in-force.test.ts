import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFeeSchedules, type FeeSchedule, periodsUntil } from '../../../clients/fee-schedules.ts'
import { addDays, addMonths, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { type FeeTerms, faultOfTerms } from '../../../domain/fee-terms.ts'
import { propertyRuns } from '../../../testing/property-runs.ts'
import { joinTerms, refusalOfTerms, type SetTerms } from './terms-in-force.ts'

const first: FeeTerms = {
  ...{ from: '2026-01-01', every: 'quarter', charged: 'in-arrears', excludedAssets: 'included' },
  minimumPerYearMinor: 100_00n,
  tiers: [{ upToMinor: null, millionths: 5_000 }],
}
const file: FeeSchedule = {
  ...{ name: 'fee', title: 'Fee', kind: 'administrative_fee', fundTypes: ['Joint'], versions: [first] },
}
const rate = (millionths: number, from: string, every: FeeTerms['every'] = 'quarter'): FeeTerms => ({
  ...{ ...first, from, every },
  tiers: [{ upToMinor: null, millionths }],
})
const set = (revision: number, terms: FeeTerms): SetTerms => ({
  ...{ changeId: `change ${revision}`, schedule: 'fee', revision, terms },
})
const ratesOf = (schedule: FeeSchedule) =>
  schedule.versions.map(({ from, tiers }) => [from, tiers[0]?.millionths])

describe('terms of the file and of the screen', () => {
  test('hold by their first day, and the last word on screen replaces what was to come', () => {
    const joined = joinTerms(file, [
      set(1, rate(4_000, '2027-01-01')),
      set(2, rate(3_000, '2028-01-01')),
      set(3, rate(2_000, '2027-04-01')),
      { ...set(4, rate(9_000, '2027-07-01')), schedule: 'another' },
    ])
    expect(ratesOf(joined.schedule)).toEqual([
      ['2026-01-01', 5_000],
      ['2027-01-01', 4_000],
      ['2027-04-01', 2_000],
    ])
    expect([...joined.held]).toEqual(['change 1', 'change 3'])
  })

  test('for one day are those of the file, which is the newer word', () => {
    const changed = { ...file, versions: [first, rate(7_000, '2027-01-01')] }
    const joined = joinTerms(changed, [set(1, rate(4_000, '2027-01-01'))])
    expect(joined.schedule).toEqual(changed)
    expect(joined.held.size).toBe(0)
  })

  test('hold no longer where a changed file leaves them within a period, or begins after them', () => {
    const monthly = [set(1, rate(4_000, '2027-02-01', 'month'))]
    const byMonth = { ...file, versions: [{ ...first, every: 'month' as const }] }
    expect(joinTerms(byMonth, monthly).held.size).toBe(1)
    expect(joinTerms(file, monthly).schedule).toEqual(file)
    const later = { ...file, versions: [rate(5_000, '2028-01-01')] }
    expect(joinTerms(later, [set(1, rate(4_000, '2027-01-01'))]).schedule).toEqual(later)
  })

  test('are always a schedule that the start of the program accepts', () => {
    const month = fc.nat({ max: 40 }).map(months => addMonths(isoDate('2026-01-01'), months))
    const every = fc.constantFrom('month' as const, 'quarter' as const)
    const versions = fc.array(fc.record({ from: month, every, millionths: fc.nat({ max: 20_000 }) }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(versions, versions, every, (ofFile, ofScreen, ofFirst) => {
        const sound: FeeTerms[] = [{ ...first, every: ofFirst }]
        for (const { from, millionths, every: often } of ofFile) {
          const next = rate(millionths, from, often)
          if (faultOfTerms(next, sound.at(-1)) === null) sound.push(next)
        }
        const { schedule, held } = joinTerms(
          { ...file, versions: sound },
          ofScreen.map(({ from, millionths, every: often }, at) =>
            set(at + 1, rate(millionths, from, often)),
          ),
        )
        checkFeeSchedules([schedule])
        expect(schedule.versions).toHaveLength(sound.length + held.size)
        for (const each of sound) expect(schedule.versions).toContain(each)
        // Whatever follows whatever, no day is charged twice or never.
        const periods = periodsUntil(schedule, isoDate('2031-01-01'))
        for (const [index, { from }] of periods.entries())
          expect(from).toBe(index === 0 ? first.from : addDays(periods[index - 1]?.to ?? from, 1))
      }),
      { numRuns: propertyRuns({ usual: 200, long: 5_000 }) },
    )
  })
})

describe('new terms are refused', () => {
  const about = {
    file,
    set: [],
    firstOpenDay: null,
    today: isoDate('2026-11-29'),
    chargedTo: isoDate('2026-09-30'),
  }
  type More = { file?: FeeSchedule; set?: SetTerms[]; firstOpenDay?: IsoDate }
  const refused = (terms: FeeTerms, more: More = {}) => refusalOfTerms({ ...about, ...more, terms })

  test.each<[string, FeeTerms, string, RegExp]>([
    ['within a quarter', rate(1, '2027-02-01'), 'from', /first day of a quarter/],
    [
      'within a quarter of the terms before',
      rate(1, '2027-02-01', 'month'),
      'from',
      /first day of a quarter/,
    ],
    ['for charged days', rate(1, '2026-07-01'), 'from', /were charged/],
    ['for days that have begun', rate(1, '2026-10-01'), 'from', /after today/],
    ['for years to come', rate(1, '2029-01-01'), 'from', /two years/],
    ['without a change', rate(5_000, '2027-01-01'), 'tiers', /terms that hold/],
    [
      'that are negative',
      { ...rate(1, '2027-01-01'), minimumPerYearMinor: -1n },
      'minimumPerYearMinor',
      /amount/,
    ],
    [
      'of more than there is money',
      { ...rate(1, '2027-01-01'), minimumPerYearMinor: 10n ** 30n },
      'minimumPerYearMinor',
      /amount/,
    ],
    ['above the whole', rate(1_000_001, '2027-01-01'), 'tiers', /0% to 100%/],
  ])('%s', (_, terms, field, advice) => {
    expect(refused(terms)).toMatchObject({ field, advice: expect.stringMatching(advice) })
  })

  test('where the file has its own', () => {
    const changed = { ...file, versions: [first, rate(7_000, '2027-01-01')] }
    expect(refused(rate(1, '2027-01-01'), { file: changed })?.advice).toContain('file has terms')
    // Those before and after them have to end with a period.
    const monthly = {
      ...file,
      versions: [{ ...first, every: 'month' as const }, rate(7, '2027-02-01', 'month')],
    }
    expect(refused(rate(1, '2027-01-01'), { file: monthly })?.advice).toContain('before and after')
  })

  test('in a closed month', () => {
    const closed = { firstOpenDay: isoDate('2027-02-01') }
    expect(refused(rate(1, '2027-01-01'), closed)?.advice).toContain('month is closed')
    expect(refused(rate(1, '2027-04-01'), closed)).toBeNull()
  })

  test('and else they are set, also in place of terms to come', () => {
    expect(refused(rate(1, '2027-01-01'))).toBeNull()
    const coming = [set(1, rate(1, '2027-01-01'))]
    expect(refused(rate(2, '2027-01-01'), { set: coming })).toBeNull()
    expect(refused(rate(1, '2027-01-01'), { set: coming })?.advice).toContain('terms that hold')
    // As if nothing had been set.
    expect(refused(rate(5_000, '2027-01-01'), { set: coming })).toBeNull()
  })
})
