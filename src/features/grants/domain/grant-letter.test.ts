import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namingCodes } from '../../people/domain/naming.ts'
import { certificationPoints } from './certification.ts'
import { grantLetter, type LetterFacts } from './grant-letter.ts'
import { purposeCodes } from './purpose.ts'

const facts: LetterFacts = {
  sponsor: 'NPT Giving',
  charity: 'HARBOR LIGHT INC',
  amount: '$1,250.00',
  fundName: 'Whitcombe Family Fund',
  donorName: 'Ruth Whitcombe',
  donorAddress: '12 Quay Street, Erie, PA 16501',
  namingCode: 'fund_and_donor',
  purposeCode: 'in_memory',
  purposeText: 'Ida Whitcombe',
  grantNumber: '100042',
  locale: 'en-US',
}
const textOf = (about: Partial<LetterFacts>) => {
  const { salutation, paragraphs, closing } = grantLetter({ ...facts, ...about })
  return [salutation, ...paragraphs, closing].join('\n')
}

describe('the letter to the charity (§13)', () => {
  test('names the fund, the donor and the address, the purpose and the number', () => {
    const text = textOf({})
    for (const part of ['Whitcombe Family Fund', 'Ruth Whitcombe', '12 Quay Street', '$1,250.00', '100042'])
      expect(text).toContain(part)
    expect(text).toContain('In memory of Ida Whitcombe')
    expect(text).toContain('do not send a tax receipt')
  })

  test('names neither the donor nor the address where only the fund is named', () => {
    const text = textOf({ namingCode: 'fund_only' })
    expect(text).toContain('Whitcombe Family Fund')
    expect(text).not.toContain('Ruth')
    expect(text).not.toContain('Quay')
  })

  test('an anonymous grant names neither the fund nor its donor', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{5,12} [A-Z][a-z]{5,12}$/)
    fc.assert(
      fc.property(name, name, (fundName, donorName) => {
        const text = textOf({
          namingCode: 'anonymous',
          fundName,
          donorName,
          purposeCode: 'where_needed',
          purposeText: null,
        })
        expect(text).not.toContain(fundName)
        expect(text).not.toContain(donorName)
        expect(text).not.toContain('Quay')
      }),
    )
  })

  test.each(namingCodes.flatMap(naming => purposeCodes.map(purpose => [naming, purpose] as const)))(
    '%s, %s: every sentence ends',
    (namingCode, purposeCode) => {
      const purposeText = purposeCode === 'where_needed' ? null : 'the roof'
      for (const paragraph of grantLetter({ ...facts, namingCode, purposeCode, purposeText }).paragraphs)
        expect(paragraph).toMatch(/\.$/)
    },
  )
})

test('the certification is in the words of the country', () => {
  expect(certificationPoints('en-US').join(' ')).toMatch(/35% or more.*someone else pays the rest/)
  expect(certificationPoints('en-GB').join(' ')).toMatch(/connected with a donor.*financial advantage/)
})
