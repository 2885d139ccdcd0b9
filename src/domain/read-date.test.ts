import { expect, test } from 'vitest'
import { isoDate } from './dates.ts'
import { boundsProblem, dateInFigures, datePattern, readDate, readRange } from './read-date.ts'

const us = 'Enter the date as month/day/year, such as 12/31/2025'
const uk = 'Enter the date as day/month/year, such as 31/12/2025'
const usYear = 'Enter the year with four digits: month/day/year, such as 12/31/2025'
const ukYear = 'Enter the year with four digits: day/month/year, such as 31/12/2025'
const noSuchYear = 'Enter a year from 1900 to 2199'

/** What is typed or pasted, and the date or the sentence that it becomes in en-US and in en-GB. */
const table: [typed: string, inUs: string | null, inUk: string | null][] = [
  ['12312026', '2026-12-31', 'Enter the date as day/month/year: there is no month 31'],
  ['31122026', 'Enter the date as month/day/year: there is no month 31', '2026-12-31'],
  ['03152025', '2025-03-15', 'Enter the date as day/month/year: there is no month 15'],
  ['03/04/2025', '2025-03-04', '2025-04-03'],
  ['3/1/2025', '2025-03-01', '2025-01-03'],
  ['3-1-2025', '2025-03-01', '2025-01-03'],
  ['3.1.2025', '2025-03-01', '2025-01-03'],
  [' 3 / 1 / 2025 ', '2025-03-01', '2025-01-03'],
  ['03 01 2025', '2025-03-01', '2025-01-03'],
  ['2025-03-01', '2025-03-01', '2025-03-01'],
  ['2025/3/1', '2025-03-01', '2025-03-01'],
  ['\u200e3/1/2025\u200e', '2025-03-01', '2025-01-03'],
  ['1 March 2025', '2025-03-01', '2025-03-01'],
  ['1\u00a0March\u00a02025', '2025-03-01', '2025-03-01'],
  ['March 1, 2025', '2025-03-01', '2025-03-01'],
  ['Sept. 1, 2025', '2025-09-01', '2025-09-01'],
  ['1-Mar-2025', '2025-03-01', '2025-03-01'],
  ['02/29/2024', '2024-02-29', 'Enter the date as day/month/year: there is no month 29'],
  ['29/02/2024', 'Enter the date as month/day/year: there is no month 29', '2024-02-29'],
  ['2025-02-30', feb2025(), feb2025()],
  ['30 February 2025', feb2025(), feb2025()],
  ['2/29/2025', feb2025(), 'Enter the date as day/month/year: there is no month 29'],
  ['29/2/2025', 'Enter the date as month/day/year: there is no month 29', feb2025()],
  ['04/31/2025', april2025(), 'Enter the date as day/month/year: there is no month 31'],
  ['31/04/2025', 'Enter the date as month/day/year: there is no month 31', april2025()],
  ['2025-04-00', april2025(), april2025()],
  ['2025-00-04', ...both('there is no month 0')],
  ['3/1/25', usYear, ukYear],
  ['3/1/2', usYear, ukYear],
  ['1 March 25', usYear, ukYear],
  ['3/1/0002', noSuchYear, noSuchYear],
  ['3/1/2200', noSuchYear, noSuchYear],
  ['3/1', us, uk],
  ['3112025', us, uk],
  ['0315', us, uk],
  ['1 Foo 2025', us, uk],
  ['ma 1, 2025', us, uk],
  ['tomorrow', us, uk],
  ['3/1/2025 or so', us, uk],
  ['', null, null],
  ['  ', null, null],
]

function feb2025() {
  return 'Enter a day that exists: February 2025 has 28 days'
}
function april2025() {
  return 'Enter a day that exists: April 2025 has 30 days'
}
function both(what: string): [string, string] {
  return [`Enter the date as month/day/year: ${what}`, `Enter the date as day/month/year: ${what}`]
}

test.each(table)('reads “%s” as %s in the US and %s in the UK', (typed, inUs, inUk) => {
  const read = (locale: string) => {
    const { date, problem } = readDate(typed, locale)
    expect(date === null || problem === null).toBe(true)
    return date ?? problem
  }
  expect([read('en-US'), read('en-GB')]).toEqual([inUs, inUk])
})

test.each(['en-US', 'en-GB'])('reads the figures that it writes in %s', locale => {
  for (const date of ['2025-03-01', '2024-02-29', '1900-12-31', '2199-01-09'].map(isoDate))
    expect(readDate(dateInFigures(date, locale), locale)).toEqual({ date, problem: null })
  expect(dateInFigures(null, locale)).toBe('')
  expect(datePattern(locale)).toBe(locale === 'en-US' ? 'MM/DD/YYYY' : 'DD/MM/YYYY')
})

test('says which days a field accepts', () => {
  const bounds = { earliest: isoDate('2025-03-15'), latest: isoDate('2026-11-26') }
  const check = (date: string, more = {}) => boundsProblem(isoDate(date), { ...bounds, ...more }, 'en-US')
  expect(check('2025-03-15')).toBeNull()
  expect(check('2026-11-26')).toBeNull()
  expect(check('2025-03-14')).toBe('Enter March 15, 2025 or a later date')
  expect(check('2026-11-27')).toBe('Enter November 26, 2026 or an earlier date')
  expect(check('2026-11-27', { tooLate: 'Donors must be 18 or older' })).toBe('Donors must be 18 or older')
  expect(boundsProblem(isoDate('1900-01-01'), {}, 'en-GB')).toBeNull()
})

test.each([
  ['3/15/2025', '3/15/2025', '2025-03-15 2025-03-15', null, null],
  ['3/15/2025', '12/31/2025', '2025-03-15 2025-12-31', null, null],
  [
    '3/15/2025',
    '3/14/2025',
    null,
    null,
    'Enter March 15, 2025 or a later date, so that it is not before the first day',
  ],
  ['2/30/2025', '3/14/2025', null, feb2025(), null],
  ['2/30/2025', '3/14', null, feb2025(), us],
  ['', '3/14/2025', null, 'Enter the first day', null],
  ['3/14/2025', '', null, null, 'Enter the last day'],
])('reads “%s” and “%s” as a range only as a whole', (first, last, range, wrongFirst, wrongLast) => {
  const found = readRange(readDate(first, 'en-US'), readDate(last, 'en-US'), {
    isRequired: false,
    locale: 'en-US',
  })
  expect(found.range && `${found.range.from} ${found.range.to}`).toBe(range)
  expect(found.problems).toEqual({ from: wrongFirst, to: wrongLast })
})

test('a range without days is a problem only where one is required', () => {
  const none = readDate('', 'en-GB')
  expect(readRange(none, none, { isRequired: false, locale: 'en-GB' })).toEqual({
    range: null,
    problems: { from: null, to: null },
  })
  expect(readRange(none, none, { isRequired: true, locale: 'en-GB' }).problems).toEqual({
    from: 'Enter the first day',
    to: 'Enter the last day',
  })
})
