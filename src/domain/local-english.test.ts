import { expect, test } from 'vitest'
import { localEnglish } from './local-english.ts'

test.each([
  ['Cancelled before payment', 'Canceled before payment'],
  ['The Adviser and the primary adviser', 'The Advisor and the primary advisor'],
  ['Organisations that are authorised', 'Organizations that are authorized'],
  ['In honour of a named programme', 'In honor of a named program'],
  ['an enrolment of programmes', 'an enrollment of programs'],
  ['cancelling the cancellation', 'canceling the cancellation'],
])('spells “%s” in the English of the locale', (british, american) => {
  expect(localEnglish(british, 'en-US')).toBe(american)
  expect(localEnglish(american, 'en-GB')).toBe(british)
  expect(localEnglish(british, 'en-GB')).toBe(british)
  expect(localEnglish(american, 'en-US')).toBe(american)
})

test.each([
  ['Cheques 100418 and 100419 are in the post', 'Checks 100418 and 100419 are in the mail'],
  ['A weekend or bank holiday', 'A weekend or federal holiday'],
  ['name, town or postcode', 'name, city or ZIP code'],
  ['within five working days', 'within five business days'],
  ['Bank transfer', 'Wire'],
])('puts “%s” into American words', (british, american) => {
  expect(localEnglish(british, 'en-US')).toBe(american)
  expect(localEnglish(british, 'en-GB')).toBe(british)
})

test('has a comma before the last part of a list in American English alone', () => {
  expect(localEnglish('name, town{,} or number', 'en-US')).toBe('name, city, or number')
  expect(localEnglish('name, town{,} or number', 'en-GB')).toBe('name, town or number')
})

test('leaves American words that have other meanings as they are', () => {
  const text = 'Check the box in the town hall of your city'
  expect(localEnglish('Check the box in your city', 'en-GB')).toBe('Check the box in your city')
  expect(localEnglish(text, 'en-GB')).toBe(text)
})
