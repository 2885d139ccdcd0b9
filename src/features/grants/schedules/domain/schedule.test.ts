import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBankingDay } from '../../../../domain/bank-holidays.ts'
import { addDays, addMonths, type IsoDate } from '../../../../domain/dates.ts'
import {
  datesViolation,
  type Frequency,
  frequencyCodes,
  isCertified,
  occurrence,
  occurrencesFrom,
  occurrencesInYear,
  type ScheduleDates,
  scheduleEnd,
} from './schedule.ts'

const schedule = (about: Partial<Omit<ScheduleDates, 'startsOn'>> & { startsOn: string }): ScheduleDates => ({
  frequency: 'monthly',
  firstNumber: 0,
  end: { kind: 'never' },
  ...about,
  startsOn: about.startsOn as IsoDate,
})
const endsOn = (day: string) => ({ kind: 'on', day: day as IsoDate }) as const
const nominal = (dates: ScheduleDates, most = 12) =>
  occurrencesFrom(dates, dates.firstNumber, 'federal-reserve', most).map(({ nominalOn }) => nominalOn)

describe('the dates of a schedule (§13)', () => {
  test('keep the day of the month: the 31st falls on the last day of a shorter month', () => {
    expect(nominal(schedule({ startsOn: '2027-01-31' }), 4)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
  })

  test('fall on February 28 in the years after February 29', () => {
    expect(nominal(schedule({ startsOn: '2028-02-29', frequency: 'yearly' }), 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  test.each([
    ['quarterly', ['2027-01-15', '2027-04-15', '2027-07-15']],
    ['half_yearly', ['2027-01-15', '2027-07-15', '2028-01-15']],
    ['once', ['2027-01-15']],
  ] as const)('%s', (frequency, expected) => {
    expect(nominal(schedule({ startsOn: '2027-01-15', frequency }), 3)).toEqual(expected)
  })

  test('end on a day, or after a number of grants', () => {
    expect(nominal(schedule({ startsOn: '2027-01-15', end: endsOn('2027-03-15') }))).toHaveLength(3)
    expect(nominal(schedule({ startsOn: '2027-01-15', end: endsOn('2027-03-14') }))).toHaveLength(2)
    expect(nominal(schedule({ startsOn: '2027-01-15', end: { kind: 'after', count: 5 } }))).toHaveLength(5)
  })

  test('run on the next day on which the banks of the country are open', () => {
    const dueIn = (startsOn: string, calendar: 'federal-reserve' | 'england-and-wales') =>
      occurrence(schedule({ startsOn }), 0, calendar)?.dueOn
    // Saturday
    expect(dueIn('2026-11-28', 'federal-reserve')).toBe('2026-11-30')
    expect(dueIn('2026-11-26', 'federal-reserve')).toBe('2026-11-27')
    expect(dueIn('2026-12-25', 'england-and-wales')).toBe('2026-12-29')
  })

  test('a schedule whose dates changed counts again from its next number', () => {
    const changed = schedule({ startsOn: '2027-06-10', firstNumber: 7, end: { kind: 'after', count: 2 } })
    expect(occurrencesFrom(changed, 7, 'federal-reserve', 12)).toMatchObject([
      { number: 7, nominalOn: '2027-06-10' },
      { number: 8, nominalOn: '2027-07-10' },
    ])
  })

  const day = fc.integer({ min: 0, max: 365 * 7 }).map(days => addDays('2026-01-01' as IsoDate, days))
  const anyFrequency = fc.constantFrom<Frequency>(...frequencyCodes)

  test('for any start, each date is one step after the other, and due at most five days later', () => {
    fc.assert(
      fc.property(day, anyFrequency, (startsOn, frequency) => {
        const found = occurrencesFrom(schedule({ startsOn, frequency }), 0, 'england-and-wales', 24)
        for (const [index, { number, nominalOn, dueOn }] of found.entries()) {
          expect(number).toBe(index)
          expect(nominalOn > (found[index - 1]?.nominalOn ?? '')).toBe(true)
          expect(dueOn >= nominalOn && dueOn <= addDays(nominalOn, 5)).toBe(true)
          expect(isBankingDay(dueOn, 'england-and-wales')).toBe(true)
          // The day of the month is that of the start, or the month's last.
          const isKept = nominalOn.slice(8) === startsOn.slice(8)
          expect(isKept || addDays(nominalOn, 1).endsWith('-01')).toBe(true)
        }
      }),
    )
  })

  test('step-up measures twelve months', () => {
    const inYear = (about: Partial<ScheduleDates>) =>
      occurrencesInYear(schedule({ startsOn: '2027-01-31', ...about }), 'federal-reserve')
    expect(inYear({})).toBe(12)
    expect(inYear({ frequency: 'quarterly' })).toBe(4)
    expect(inYear({ frequency: 'yearly' })).toBe(1)
    expect(inYear({ frequency: 'once' })).toBe(1)
    expect(inYear({ end: { kind: 'after', count: 3 } })).toBe(3)
  })
})

test('the end is read from two fields, and two ends are refused', () => {
  const day = '2027-03-15' as IsoDate
  expect(scheduleEnd({ endsOn: null, endsAfter: null })).toEqual({ kind: 'never' })
  expect(scheduleEnd({ endsOn: day, endsAfter: null })).toEqual({ kind: 'on', day })
  expect(scheduleEnd({ endsOn: null, endsAfter: 3 })).toEqual({ kind: 'after', count: 3 })
  expect(() => scheduleEnd({ endsOn: day, endsAfter: 3 })).toThrow('a schedule has one end')
})

test('a certification is valid for twelve months', () => {
  const certified = '2026-11-20' as IsoDate
  expect(isCertified(certified, '2027-11-19' as IsoDate)).toBe(true)
  expect(isCertified(certified, '2027-11-20' as IsoDate)).toBe(false)
})

test('dates in the past, too far ahead or that end before they begin are refused', () => {
  const today = '2026-11-20' as IsoDate
  const check = (about: Partial<ScheduleDates>) =>
    datesViolation({ ...schedule({ startsOn: today }), ...about }, today)?.field
  expect(check({})).toBeUndefined()
  expect(check({ startsOn: '2026-11-19' as IsoDate })).toBe('startsOn')
  expect(check({ startsOn: addDays(addMonths(today, 60), 1) })).toBe('startsOn')
  expect(check({ end: endsOn('2026-11-19') })).toBe('endsOn')
  expect(check({ end: { kind: 'after', count: 0 } })).toBe('endsAfter')
  expect(check({ frequency: 'once', end: { kind: 'after', count: 0 } })).toBeUndefined()
})
