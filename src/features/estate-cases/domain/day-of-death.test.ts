import { expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { dayOfDeathQuestion } from './day-of-death.ts'

const known = { openedOn: '2024-05-02' as IsoDate, signedOn: '2026-11-25' as IsoDate }

test.each([
  [
    'before the last signature',
    '2026-11-10',
    known,
    'This person signed a document on November 25, 2026, after this day.',
  ],
  ['on the day of the last signature', '2026-11-25', known, null],
  [
    'before the opening, without a signature',
    '2024-05-01',
    { ...known, signedOn: null },
    'The account was opened on May 2, 2024, after this day.',
  ],
  ['with nothing known', '2020-01-01', { openedOn: null, signedOn: null }, null],
])('asks about a day of death %s', (_when, day, about, sentence) => {
  expect(dayOfDeathQuestion(day as IsoDate, about, 'en-US')).toBe(sentence)
})
