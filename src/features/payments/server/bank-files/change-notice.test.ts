import { describe, expect, test } from 'vitest'
import { readChange } from './change-notice.ts'

describe('corrected data of a notice of change (Nacha Operating Rules, appendix 5)', () => {
  const routing = '021000021'
  const account = '0055512345'.padEnd(17)
  test.each([
    ['C01', account, { account: '0055512345' }],
    ['C01', '   0055 512345   ', { account: '0055512345' }],
    ['C02', routing, { bank: routing }],
    ['C03', `${routing}   ${account}`, { bank: routing, account: '0055512345' }],
    ['C05', '32', { kind: 'savings' }],
    ['C05', '22', { kind: 'checking' }],
    ['C05', '52', null],
    ['C05', '', null],
    ['C06', `${account}   37`, { account: '0055512345', kind: 'savings' }],
    ['C06', account, null],
    ['C07', `${routing}${account}27`, { bank: routing, account: '0055512345', kind: 'checking' }],
    ['C01', '', null],
    ['C03', routing, null],
    ['C04', 'ANOTHER NAME', null],
    ['C13', '', null],
    ['C99', '0055512345', null],
  ])('%s %j is %j', (code, data, corrected) => {
    expect(readChange(code, data.padEnd(29)).corrected).toEqual(corrected)
  })

  test('is told without the account number', () => {
    expect(readChange('C07', `${routing}${account}37`).text).toBe(
      'C07 The routing number, the account number, and the kind of account are wrong: routing number 021000021, account ending in 2345, savings account',
    )
    expect(readChange('C04', '0055512345'.padEnd(29)).text).toBe('C04 The name is wrong')
  })
})
