import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type IsoDate } from '../../../../domain/dates.ts'
import { publishedDay } from '../../../../domain/published-day.ts'
import { wholeAmount } from './whole-amount.ts'

test.each([
  ['2026-04-14', '2026-04-14'],
  ['2026-04-14T00:00:00', '2026-04-14'],
  ['2026-04-14T00:00:00.000Z', '2026-04-14'],
  ['2026-04-14 00:00:00', '2026-04-14'],
  ['14/04/2026', '2026-04-14'],
  ['14/04/2026 00:00', '2026-04-14'],
  ['4/4/26', '2026-04-04'],
  ['14-Apr-26', '2026-04-14'],
  ['14-APR-2026', '2026-04-14'],
  ['14 April 2026', '2026-04-14'],
  ['1-Sept-61', '1961-09-01'],
  ['31-Dec-29', '2029-12-31'],
  ['31-Dec-30', '1930-12-31'],
  ['46126', '2026-04-14'],
  ['04/14/2026', null],
  ['30-Feb-26', null],
  ['14-Apri-26', '2026-04-14'],
  ['14-Mer-26', null],
  ['2026', null],
  ['99999', null],
  ['14.4', null],
  ['soon', null],
])('the day %s is %s', (text, day) => {
  expect(publishedDay(text)).toBe(day)
})

test('a day is read as a spreadsheet writes it, whatever the day', () => {
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  fc.assert(
    fc.property(fc.integer({ min: 11_000, max: 47_000 }), serial => {
      const day = addDays('1899-12-30' as IsoDate, serial)
      const [year = '', month = '', date = ''] = day.split('-')
      const isShort = Number(year) >= 1930 && Number(year) < 2030
      for (const text of [
        String(serial),
        `${date}/${month}/${year}`,
        `${Number(date)}-${names[Number(month) - 1]}-${isShort ? year.slice(2) : year}`,
      ])
        expect(publishedDay(text), text).toBe(day)
    }),
  )
})

test.each([
  ['1234', '1234'],
  ['-1234', '-1234'],
  ['1,234,567', '1234567'],
  ['$1,234', '1234'],
  ['(1,234)', '-1234'],
  ['1234.00', '1234'],
  ['1.2E+08', '120000000'],
  ['1E5', '100000'],
  ['0', '0'],
  ['(0)', '0'],
  ['', null],
  ['-', null],
  [' ', null],
  ['1.25E+1', undefined],
  ['1234.50', undefined],
  ['12,34', undefined],
  ['1E99', undefined],
  ['many', undefined],
  ['1234567890123456', undefined],
])('the amount %j is %s', (text, digits) => {
  expect(wholeAmount(text)).toBe(digits)
})
