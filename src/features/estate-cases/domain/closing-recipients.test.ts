import { expect, test } from 'vitest'
import { closingShares, type Recipient, recipientsViolation } from './closing-recipients.ts'

const charity = (percentage: string): Recipient => ({
  ...{ name: 'Lantern House', facts: '', percentage },
  ...{ charityId: 'US-EIN-121234567', toFundId: null },
})
const fund = (percentage: string): Recipient => ({
  ...{ name: 'Wren Fund', facts: '', percentage },
  ...{ charityId: null, toFundId: 204437 },
})

test.each<[string, Recipient[], string | null]>([
  ['nobody', [], 'Choose who receives the money'],
  [
    'a share that is no percentage',
    [charity('all'), fund('50')],
    'Enter the share of Lantern House, such as 25 or 33.33',
  ],
  ['less than the whole', [charity('33.33'), fund('66.66')], 'The shares must add up to 100%'],
  ['the whole', [charity('33.33'), fund('66.67%')], null],
])('%s is answered by a sentence, or by none', (_what, recipients, sentence) => {
  expect(recipientsViolation(recipients)).toBe(sentence)
})

test('sends each recipient with its share in hundredths of a percent', () => {
  expect(closingShares([charity('33.33'), fund('66.67')])).toEqual([
    { charityId: 'US-EIN-121234567', toFundId: null, shareHundredths: 3333 },
    { charityId: null, toFundId: 204437, shareHundredths: 6667 },
  ])
})
