import { ruleFor, type Transition } from './grant-status.ts'

export const fundOnHold = 'The fund is on hold, so it cannot make grants.'

/** The reason for each status. A status that is not listed blocks payments too. */
const inactiveReasons: Readonly<Record<string, string>> = {
  Entered: 'The fund is not open yet, so it cannot make grants.',
  Immobile: fundOnHold,
  Closed: 'The fund is closed, so it cannot make grants.',
}

/** Why a fund of this status may not recommend, approve or pay a grant; null for an active fund only. */
export function fundStatusViolation(accountStatus: string): string | null {
  if (accountStatus === 'Active') return null
  return inactiveReasons[accountStatus] ?? 'The status of the fund does not allow grants.'
}

/** The fund of a grant, and whether the grant belongs to an estate case: only those may leave an immobile fund. */
type FundOfGrant = { accountStatus: string; isOfCase: boolean }

/** Why a grant of this fund may not be approved or paid; null if it may. */
export function grantStatusViolation({ accountStatus, isOfCase }: FundOfGrant): string | null {
  return isOfCase && accountStatus === 'Immobile' ? null : fundStatusViolation(accountStatus)
}

/** Why this transition is not allowed in a fund of this status. An approved grant is put on hold, not ended. */
export function stepStatusViolation(transition: Transition, fund: FundOfGrant): string | null {
  if (ruleFor(transition)?.fund === 'any') return null
  const violation = grantStatusViolation(fund)
  if (violation === null) return null
  return transition === 'schedule'
    ? `${violation} The grant is on hold until someone on our staff decides.`
    : violation
}

export const balanceTooLow = 'The available balance does not cover this grant.'
