import { expect, test } from 'vitest'
import { signingIds } from './use-signing.ts'

const row = { accountId: '0198c0de-0000-7000-8000-000000000001', transactionId: 1_000_001 }

test('signing needs the account and the transaction of the row, else it is an error (§5)', () => {
  expect(signingIds(row)).toEqual(row)
  for (const missing of [
    { accountId: null },
    { accountId: '' },
    { transactionId: null },
    { transactionId: 0 },
  ])
    expect(() => signingIds({ ...row, ...missing })).toThrow(/no accountId or no transactionId/)
})
