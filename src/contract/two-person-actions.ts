import type { Permission } from './permissions.ts'

/** The permissions that two people give: who holds one can move money, or give rights. The constraint two_people_for_these_actions has the same list. */
export const twoPersonActions = [
  'GRANT_PAY',
  'BANK_DETAILS_CONFIRM',
  'POSTING_CREATE',
  'PERIOD_CLOSE',
  'USER_MANAGE',
] as const satisfies readonly Permission[]

/** Whether a right with these permissions takes effect only when a second person has confirmed it. */
export const takesTwoPeople = (actions: ReadonlySet<Permission>): boolean =>
  twoPersonActions.some(action => actions.has(action))
