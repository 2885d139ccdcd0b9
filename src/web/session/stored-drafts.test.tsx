import { expect, test } from 'vitest'
import { factsOf } from '../../testing/screens/session-facts.ts'
// Its subscription to the session clears the drafts.
import './session.ts'
import { clearSession, sessionStore } from './session-store.ts'
import { storedDrafts } from './stored-drafts.ts'

const owner = { form: 'grant', userId: 'ada', currency: 'USD', fundId: 204318 } as const
const signIn = () => sessionStore.set({ state: 'signed-in', facts: factsOf({ actions: [] }), fundId: 204318 })

test.each(['requested', 'idle', 'ended'] as const)('a session that is %s removes every draft (§9)', why => {
  signIn()
  storedDrafts.write(owner, { amount: '600' })
  clearSession(why)
  expect(storedDrafts.read(owner)).toBeNull()
  expect(Object.keys(sessionStorage).filter(key => key.includes('draft'))).toEqual([])
})

test('a page that could not load its session keeps the drafts for the next reload (§9)', () => {
  signIn()
  storedDrafts.write(owner, { amount: '600' })
  clearSession()
  expect(storedDrafts.read(owner)).toEqual({ amount: '600' })
  storedDrafts.clear()
})
