import { expect, test } from 'vitest'
import { choiceColumnNames, choiceColumns, choicesOf } from './grant-choices.ts'

const choices = {
  purposeCode: 'in_memory',
  purposeText: 'Ruth Whitcombe',
  benefitAnswer: 'none',
  namingCode: 'fund_only',
} as const

test('each choice is stored in the column of its name and read from it', () => {
  const columns = choiceColumns(choices)
  expect(columns).toEqual({
    purpose_code: 'in_memory',
    purpose_text: 'Ruth Whitcombe',
    benefit_answer: 'none',
    naming_code: 'fund_only',
  })
  expect(choicesOf(columns)).toEqual(choices)
  expect(choiceColumnNames.toSorted()).toEqual(Object.keys(columns).toSorted())
})
