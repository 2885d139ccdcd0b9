import type { Permission } from '../../../contract/permissions.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import type { RealmRole } from '../../../domain/realm-roles.ts'

/** Sets that are given. */
export const maxSets = 40
/** With those that are no longer given, because none is deleted. */
export const maxSetNames = 400
export const maxSetTitle = 60
export const maxSetPurpose = 300
export const maxSetActions = 200

/** How long a change of a set waits. The constraint set_confirmed_in_time has the same number. */
export const setProposalDays = 7

/**
 * The permissions that one person adds to a set alone: they show something and change nothing. The function staff_set_takes_two has the
 * same list. A new permission is not among them by default.
 */
export const addedByOnePerson: readonly Permission[] = [
  'USER_SS_VIEW',
  'FUND_ACTIVITY_VIEW',
  'FUND_AC_DETAIL_VIEW',
  'FUND_SUMMARY_VIEW',
  'FUND_BEGINNING_BALANCE_VIEW',
  'FUND_CONTRIBUTION_VIEW',
  'FUND_INVESTMENT_GAIN_VIEW',
  'FUND_DISTRIBUTION_VIEW',
  'FUND_FEES_VIEW',
  'FUND_OTHER_ASSETS_VIEW',
  'FUND_ENDING_BALANCE_VIEW',
  'FUND_PENDING_GRANT_VIEW',
  'ACCOUNT_DETAIL_VIEW',
  'RESOURCES_VIEW',
  'ACCOUNT_UPDATE_VIEW',
  'ACCOUNT_SUCCESSOR_VIEW',
  'ACCOUNT_LEGACY_PLAN_VIEW',
  'ACCOUNT_RELATIONSHIP_VIEW',
  'ACCOUNT_ALL_IP_VIEW',
  'ACCOUNT_DPA_VIEW',
  'ACCOUNT_DPA_PSID_VIEW',
  'ACCOUNT_CREATE_VIEW',
  'GRANT_VIEW',
  'DOCUMENT_VIEW',
  'ADVISOR_DASHBOARD_VIEW',
  'SUPER_DASHBOARD_VIEW',
]

/** What a set says: its words, the permissions that it gives, and whether it is given to anyone any more. */
export type SetState = { title: string; purpose: string; actions: readonly Permission[]; isGiven: boolean }

const without = (some: readonly Permission[], others: readonly Permission[]): Permission[] =>
  some.filter(action => !others.includes(action))

const givenBy = (set: SetState | null): readonly Permission[] => (set?.isGiven ? set.actions : [])

/** The permissions that a set gives after a change and did not give before it. */
export const addedTo = (before: SetState | null, after: SetState): Permission[] =>
  without(givenBy(after), givenBy(before))

/** The permissions that it gives no more. */
export const takenFrom = (before: SetState | null, after: SetState): Permission[] =>
  without(givenBy(before), givenBy(after))

/**
 * Whether a change takes two people: the set can move money or give rights before or after it, or gains a permission that does more than
 * show something, or gains any while the person who asks holds it.
 */
export const setTakesTwo = (before: SetState | null, after: SetState, isHeld: boolean): boolean => {
  const added = addedTo(before, after)
  return (
    takesTwoPeople(new Set([...(before?.actions ?? []), ...after.actions])) ||
    without(added, addedByOnePerson).length > 0 ||
    (isHeld && added.length > 0)
  )
}

export const isSameState = (one: SetState | null, other: SetState): boolean =>
  one !== null &&
  one.title === other.title &&
  one.purpose === other.purpose &&
  one.isGiven === other.isGiven &&
  isSameList(one.actions, other.actions)

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(action => other.includes(action))

/** A set of the client's configuration. `isWhole`: it has all permissions of its role, also those of later versions. */
export type ConfiguredSet = {
  name: string
  role: RealmRole
  title: string
  purpose: string
  isWhole: boolean
  actions: readonly Permission[]
}

/** The last state of a set that was set on screen. */
export type SetOnScreen = SetState & {
  name: string
  role: RealmRole
  /** What the configuration gave it then; null where it had no such set. */
  fileActions: readonly Permission[] | null
  changeId: string
  revision: number
}

export type SetInForce = SetState & {
  name: string
  role: RealmRole
  isWhole: boolean
  /** Whether it cannot be changed on screen: it has the whole role, or the configuration gave its name to another role. */
  isFixed: boolean
  /** The permissions that the configuration gives it; null where it has no such set. */
  fileActions: readonly Permission[] | null
  /** What the configuration has changed since it was set on screen; null where it was never. */
  since: { taken: Permission[]; added: Permission[]; isGone: boolean } | null
  lastChangeId: string | null
  revision: number
}

/**
 * The set in force. What was set on screen holds. What the configuration takes away afterwards is away too, and what it adds is not there
 * until somebody sets it on screen: a new version of the program widens nothing that people have set.
 */
export function setInForce(file: ConfiguredSet | null, screen: SetOnScreen | null): SetInForce | null {
  if (screen === null)
    return file === null
      ? null
      : {
          ...file,
          isGiven: true,
          isFixed: file.isWhole,
          fileActions: file.actions,
          since: null,
          ...{ lastChangeId: null, revision: 0 },
        }
  const { changeId: lastChangeId, revision } = screen
  if (file !== null && (file.isWhole || file.role !== screen.role))
    return {
      ...file,
      ...{ isGiven: true, isFixed: true, fileActions: file.actions, lastChangeId, revision },
      since: { taken: [], added: [], isGone: false },
    }
  const then = screen.fileActions
  const now = file?.actions ?? []
  const isGone = then !== null && file === null
  const taken =
    then === null || isGone ? [] : without(then, now).filter(each => screen.actions.includes(each))
  const actions = without(screen.actions, taken)
  return {
    ...{ name: screen.name, role: screen.role, title: screen.title, purpose: screen.purpose, actions },
    isGiven: screen.isGiven && !isGone && actions.length > 0,
    ...{ isWhole: false, isFixed: false, fileActions: file?.actions ?? null, lastChangeId, revision },
    since: { taken, added: without(without(now, then ?? []), screen.actions), isGone },
  }
}
