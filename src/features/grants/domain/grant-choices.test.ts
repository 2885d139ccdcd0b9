import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  choicesFrom,
  choicesNaming,
  draftChoices,
  emptyChoices,
  grantChoices,
  purposeFrom,
  repeatedFrom,
} from './grant-choices.ts'

const given = {
  purposeCode: 'other',
  purposeText: 'Gala tickets',
  benefitAnswer: 'paid_otherwise',
  namingCode: 'anonymous',
} as const
const grant = { ...given, amountMinor: 250_00n, grantId: 'g1' }

test('the choices among the fields of a grant are those that are declared, and no others', () => {
  expect(choicesFrom(grant)).toEqual(given)
  expect(Object.keys(emptyChoices)).toEqual(Object.keys(grantChoices))
})

test('a correction of the purpose leaves the naming out', () => {
  const { namingCode, ...purpose } = given
  expect(purposeFrom(grant)).toEqual(purpose)
})

test('a grant like an earlier one takes over everything but the answer', () => {
  const { benefitAnswer, ...repeated } = given
  expect(repeatedFrom(grant)).toEqual(repeated)
})

test('a preferred naming changes nothing else', () => {
  expect(choicesNaming('fund_only')).toEqual({ ...emptyChoices, namingCode: 'fund_only' })
})

test('a recommendation may leave the answer out; a draft says that there is none', () => {
  const { benefitAnswer, ...unanswered } = given
  expect(z.object(grantChoices).parse(unanswered)).toEqual({ ...unanswered, benefitAnswer: null })
  expect(z.object(draftChoices).safeParse(unanswered).success).toBe(false)
})
