import { expect, test } from 'vitest'
import type { InactiveFundSettings } from './client.ts'
import { clients } from './clients.ts'
import { npt } from './configuration/npt.ts'
import { rathbones } from './configuration/rathbones.ts'
import { checkInactiveFunds } from './inactive-funds.ts'

test.each(Object.values(clients))(
  '$name says soundly which funds need attention, or keeps no list',
  client => {
    expect(() => checkInactiveFunds(client)).not.toThrow()
  },
)

test('takes null for a client that keeps no list, and for one that makes no default grants', () => {
  expect(() => checkInactiveFunds({ ...npt, inactiveFunds: null })).not.toThrow()
  expect(() =>
    checkInactiveFunds({ ...npt, inactiveFunds: { ...npt.inactiveFunds, defaultGrant: null } }),
  ).not.toThrow()
})

const grant = npt.inactiveFunds.defaultGrant
test.each<[string, Partial<InactiveFundSettings>, string]>([
  ['no months', { afterMonths: 0 }, 'afterMonths'],
  ['a part of a month', { afterMonths: 1.5 }, 'afterMonths'],
  ['more than ten years', { afterMonths: 121 }, 'afterMonths'],
  ['a negative balance', { smallBalanceMinor: -1n }, 'smallBalanceMinor'],
  ['no term', { defaultGrant: { ...grant, termMonths: 0 } }, 'term'],
  ['a vetted organization', { defaultGrant: { ...grant, charityId: 'US-VET-1' } }, 'on no register'],
  ['a charity of another country', { defaultGrant: rathbones.inactiveFunds.defaultGrant }, 'on no register'],
])('refuses %s', (_what, change, message) => {
  expect(() => checkInactiveFunds({ ...npt, inactiveFunds: { ...npt.inactiveFunds, ...change } })).toThrow(
    message,
  )
})
