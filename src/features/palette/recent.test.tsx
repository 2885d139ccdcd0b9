import { afterEach, expect, test } from 'vitest'
import { chosenCurrency } from '../../web/session/session-store.ts'
import { addRecent, recentOf } from './recent.ts'

const choice = { key: 'account 204318', title: 'The Whitcombe Family Fund', target: { to: '/' } } as const

afterEach(() => chosenCurrency.set(null))

test('offers the choices of one currency and one person to no other (§16)', () => {
  chosenCurrency.set('GBP')
  addRecent('eleanor', choice)
  expect(recentOf('eleanor')).toEqual([choice])
  // Both books may give this number to an account.
  chosenCurrency.set('USD')
  expect(recentOf('eleanor')).toEqual([])
  addRecent('eleanor', choice)
  expect(recentOf('julian')).toEqual([])
})
