import { expect, test } from 'vitest'
import { clients } from '../../../clients/clients.ts'
import { micrLine } from './micr-line.ts'

const about = { routingNumber: '099990011', accountNumber: '0000100000', chequeNumber: 1001n }

test('has the number, the bank and the account between the symbols of E-13B', () => {
  expect(micrLine(about)).toEqual({
    auxiliaryOnUs: 'C1001C',
    transit: 'A099990011A',
    onUs: '0000100000C',
    line: 'C1001C A099990011A 0000100000C',
  })
  expect(micrLine({ ...about, accountNumber: '12-345-6' })?.onUs).toBe('12D345D6C')
})

test.each([
  ['a wrong check digit', { routingNumber: '099990012' }],
  ['eight digits', { routingNumber: '09999001' }],
  ['letters in the account', { accountNumber: '00AB100' }],
  ['an account that is too long', { accountNumber: '123456789012345678' }],
])('has none for %s', (_what, other) => {
  expect(micrLine({ ...about, ...other })).toBeNull()
})

test('every client that pays by check in dollars has one', () => {
  for (const { payments } of Object.values(clients))
    if (payments?.format === 'nacha' && payments.cheques)
      expect(micrLine({ ...payments, chequeNumber: 1n })).not.toBeNull()
})
