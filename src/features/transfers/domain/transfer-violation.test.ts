import { expect, test } from 'vitest'
import { transferViolation } from './transfer-violation.ts'

const possible = {
  fromStatus: 'Active',
  to: { accountStatus: 'Active', isSame: false },
  availableMinor: 500n,
  amountMinor: 500n,
}

test('a transfer of the whole available balance between active funds is possible', () => {
  expect(transferViolation(possible)).toBeNull()
})

test.each([
  ['an unknown number', { to: null }, /no account/],
  ['the fund itself', { to: { accountStatus: 'Active', isSame: true } }, /the same account/],
  ['an immobile fund', { fromStatus: 'Immobile' }, /giving fund is not active/],
  ['a fund of an unknown status', { fromStatus: 'Frozen' }, /giving fund is not active/],
  ['a closed receiver', { to: { accountStatus: 'Closed', isSame: false } }, /receiving fund is not active/],
  [
    'an entered receiver',
    { to: { accountStatus: 'Entered', isSame: false } },
    /receiving fund is not active/,
  ],
  ['a penny too much', { amountMinor: 501n }, /does not cover/],
])('%s is a violation', (_name, changed, sentence) => {
  expect(transferViolation({ ...possible, ...changed })).toMatch(sentence)
})
