import { describe, expect, test } from 'vitest'
import { compareAccounts, isWhole, mayBe, type NamedAccount, type WholeAccount } from './named-account.ts'

const uk: WholeAccount = { bank: '089999', account: '02345678' }
const us: WholeAccount = { bank: '011000015', account: '0012345678' }
const verdict = (named: NamedAccount, whole: WholeAccount) => {
  const comparison = compareAccounts(named, whole)
  if (isWhole(comparison)) return 'whole'
  return mayBe(comparison) ? 'in part' : 'other'
}

describe('an account of a bank file, compared with a UK account', () => {
  test.each<[number: string, bank: string | null, expected: string]>([
    ['02345678', '089999', 'whole'],
    ['02345678', '08-99-99', 'whole'],
    ['0234 5678', '08 99 99', 'whole'],
    ['08999902345678', null, 'whole'],
    ['GB29NWBK08999902345678', null, 'whole'],
    ['GB29 NWBK 0899 9902 3456 78', null, 'whole'],
    // Zeros that a program lost before the number.
    ['2345678', '089999', 'whole'],
    // One digit is another.
    ['02345679', '089999', 'other'],
    ['12345678', '089999', 'other'],
    ['02345678', '089998', 'other'],
    ['08999802345678', null, 'other'],
    ['GB29NWBK08999802345678', null, 'other'],
    ['GB29NWBK08999902345679', null, 'other'],
    ['DE29NWBK08999902345678', null, 'other'],
    ['002345678', '089999', 'other'],
    ['', '089999', 'other'],
    // The bank is not named, or masks are.
    ['02345678', null, 'in part'],
    ['5678', '089999', 'in part'],
    ['****5678', '089999', 'in part'],
    ['****5678', null, 'in part'],
    ['XXXX5678', '089999', 'in part'],
    ['02••••78', '089999', 'in part'],
    ['**-**-99 ****5678', null, 'in part'],
    ['GB**NWBK******02345678', null, 'in part'],
    ['GB29****08999902****78', null, 'in part'],
    ['5679', '089999', 'other'],
    ['****5679', '089999', 'other'],
    ['****5678', '089998', 'other'],
    ['03••••78', '089999', 'other'],
    ['GB29NWBK08999802****78', null, 'other'],
    ['********', '089999', 'other'],
    ['678', '089999', 'other'],
  ])('%j at %j is %s', (number, bank, expected) => {
    expect(verdict({ number, bank }, uk)).toBe(expected)
  })
})

describe('an account of a bank file, compared with a US account', () => {
  test.each<[number: string, bank: string | null, expected: string]>([
    ['0012345678', '011000015', 'whole'],
    // A NACHA file names the bank without its check digit.
    ['0012345678', '01100001', 'whole'],
    ['0012345678       ', '01100001', 'whole'],
    // Zeros belong to the number: another account may have fewer.
    ['12345678', '01100001', 'other'],
    ['00012345678', '01100001', 'other'],
    ['0012345678', '01100002', 'other'],
    ['0012345678', '021000021', 'other'],
    ['0012345678', '', 'in part'],
    ['XXXXXX5678', '01100001', 'in part'],
    ['5678', '01100001', 'in part'],
    ['XXXXXX5679', '01100001', 'other'],
    ['', '01100001', 'other'],
  ])('%j at %j is %s', (number, bank, expected) => {
    expect(verdict({ number, bank }, us)).toBe(expected)
  })

  test('with letters that look like a mask is that account', () => {
    const letters = { bank: '011000015', account: 'XX125678' }
    expect(verdict({ number: 'xx125678', bank: '01100001' }, letters)).toBe('whole')
    expect(verdict({ number: 'XX995678', bank: '01100001' }, letters)).toBe('other')
  })
})
