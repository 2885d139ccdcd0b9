import { randomUUID } from 'node:crypto'
import type { Permission } from '../contract/permissions.ts'
import type { RealmRole } from '../domain/realm-roles.ts'
import {
  changeStaffSet,
  confirmStaffSet,
  declineStaffSet,
  listStaffSets,
  makeStaffSet,
  type StaffSet,
} from '../features/users/staff-sets.contract.ts'
import type { TestApp } from './app.ts'
import type { Person } from './factories/make-fund.ts'
import { commandOf } from './grants/basket-calls.ts'

const reason = 'The team has changed'

type Change = {
  title?: string
  purpose?: string
  actions?: Permission[]
  isGiven?: boolean
  reason?: string
  key?: string
  lastChangeId?: string | null
}
type NewSet = { name?: string; title?: string; role?: RealmRole; actions?: Permission[]; key?: string }

/** What staff do on the page Named Sets, each as somebody who has just seen it unless a test says what they saw. */
export function staffSetCalls(portal: TestApp, client = 'npt') {
  const show = (by: Person) => portal.call(listStaffSets, {}, { as: by.session, client })
  const setOf = async (by: Person, name: string): Promise<StaffSet> => {
    const found = (await show(by)).reply.data.find(each => each.name === name)
    if (!found) throw new Error(`${client} has no set ${name}`)
    return found
  }
  const as = (by: Person, idempotencyKey: string = randomUUID()) => ({
    as: by.session,
    client,
    idempotencyKey,
  })
  return {
    show,
    setOf,
    change: async (by: Person, name: string, { key, ...change }: Change) => {
      const { title, purpose, actions, isGiven, lastChangeId } = await setOf(by, name)
      const seen = { title, purpose, actions, isGiven, lastChangeId, reason }
      return await portal.call(
        changeStaffSet,
        { params: { setName: name }, body: commandOf({ ...seen, ...change }) },
        as(by, key),
      )
    },
    make: (by: Person, { key, ...made }: NewSet) =>
      portal.call(
        makeStaffSet,
        {
          body: commandOf({
            ...{ name: 'late-shift', title: 'Late shift', role: 'super_user' as const, reason },
            ...{ purpose: 'Answers in the evening.', actions: ['GRANT_VIEW' as const], ...made },
          }),
        },
        as(by, key),
      ),
    confirm: (by: Person, changeId: string) =>
      portal.call(confirmStaffSet, { params: { changeId }, body: commandOf({}) }, as(by)),
    decline: (by: Person, changeId: string) =>
      portal.call(declineStaffSet, { params: { changeId }, body: commandOf({ reason }) }, as(by)),
  }
}
