import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import { propertyRuns } from '../../../testing/property-runs.ts'
import {
  addedByOnePerson,
  addedTo,
  type ConfiguredSet,
  type SetOnScreen,
  type SetState,
  setInForce,
  setTakesTwo,
  takenFrom,
} from './staff-sets.ts'

const words = { title: 'Desk', purpose: 'Answers.' }
const someActions = fc.subarray([...permissions], { minLength: 1 })
const state = fc.record({ actions: someActions, isGiven: fc.boolean() })
const stateOf = (about: { actions: Permission[]; isGiven: boolean }): SetState => ({ ...words, ...about })
const runs = { numRuns: propertyRuns({ usual: 300, long: 10_000 }) }

test('no order of changes by one person alone gives a set anything but what it shows', () => {
  fc.assert(
    fc.property(state, fc.array(state, { maxLength: 8 }), fc.boolean(), (first, changes, isHeld) => {
      let set = stateOf(first)
      const had = new Set<Permission>(set.isGiven ? set.actions : [])
      for (const change of changes) {
        const next = stateOf(change)
        // One person is refused where two are needed, and the set stays as it is.
        if (setTakesTwo(set, next, isHeld)) continue
        set = next
        const gives = set.isGiven ? set.actions : []
        const gained = gives.filter(action => !had.has(action) && !addedByOnePerson.includes(action))
        // What it could do before and was taken from it does not come back either, unless it only shows.
        expect(gained).toEqual([])
        expect(takesTwoPeople(new Set(set.actions))).toBe(false)
        if (isHeld) expect(gives.filter(action => !had.has(action))).toEqual([])
        for (const action of [...had]) if (!gives.includes(action)) had.delete(action)
        for (const action of gives) had.add(action)
      }
    }),
    runs,
  )
})

test('what is added and what is taken away make one state of the other', () => {
  fc.assert(
    fc.property(fc.option(state, { nil: null }), state, (before, after) => {
      const [one, other] = [before === null ? null : stateOf(before), stateOf(after)]
      const given = new Set(one?.isGiven ? one.actions : [])
      for (const action of takenFrom(one, other)) expect(given.delete(action)).toBe(true)
      for (const action of addedTo(one, other)) expect(given.add(action)).toBe(given)
      expect([...given].toSorted()).toEqual([...(other.isGiven ? other.actions : [])].toSorted())
    }),
    runs,
  )
})

test('the configuration never adds to a set that was set on screen, and what it takes away is away', () => {
  const file = (actions: Permission[]): ConfiguredSet => ({
    ...{ name: 'desk', role: 'super_user', ...words, isWhole: false, actions },
  })
  fc.assert(
    fc.property(someActions, someActions, fc.option(someActions, { nil: null }), (screen, then, now) => {
      const set = setInForce(now === null ? null : file(now), {
        ...{ ...words, name: 'desk', role: 'super_user', actions: screen, isGiven: true },
        ...{ fileActions: then, changeId: 'x', revision: 1 },
      })
      const away = then.filter(action => !(now ?? []).includes(action))
      if (now === null) expect(set).toMatchObject({ isGiven: false, since: { isGone: true } })
      else expect(set?.actions).toEqual(screen.filter(action => !away.includes(action)))
      expect(set?.isGiven).toBe(now !== null && (set?.actions.length ?? 0) > 0)
    }),
    runs,
  )
})

test('a set with the whole role, or of another role, is that of the configuration', () => {
  const screen: SetOnScreen = {
    ...{ ...words, name: 'desk', role: 'super_user', actions: [], isGiven: false },
    ...{ fileActions: [], changeId: 'x', revision: 1 },
  }
  const file = { name: 'desk', ...words, isWhole: false, actions: ['AUDIT_VIEW'], role: 'auditor' } as const
  expect(setInForce(file, screen)).toMatchObject({ isFixed: true, isGiven: true, role: 'auditor' })
  expect(setInForce({ ...file, role: 'super_user', isWhole: true }, screen)).toMatchObject({ isFixed: true })
  expect(setInForce(null, null)).toBeNull()
})
