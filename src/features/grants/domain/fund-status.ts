import { ruleFor, type Transition } from './grant-status.ts'

/** The reason for each status. A status that is not listed blocks payments too. */
const inactiveReasons: Readonly<Record<string, string>> = {
  Entered: 'The fund is not open yet, so it cannot make grants.',
  Immobile: 'The fund is immobile, so it cannot make grants.',
  Closed: 'The fund is closed, so it cannot make grants.',
}

/** Why a fund of this status may not recommend, approve or pay a grant; null for an active fund only. */
export function fundStatusViolation(accountStatus: string): string | null {
  if (accountStatus === 'Active') return null
  return inactiveReasons[accountStatus] ?? 'The status of the fund does not allow grants.'
}

/** Why this transition is not allowed in a fund of this status. An approved grant is put on hold, not ended. */
export function stepStatusViolation(transition: Transition, accountStatus: string): string | null {
  if (ruleFor(transition)?.fund === 'any') return null
  const violation = fundStatusViolation(accountStatus)
  if (violation === null) return null
  return transition === 'schedule'
    ? `${violation} The grant is on hold until a member of staff decides.`
    : violation
}
