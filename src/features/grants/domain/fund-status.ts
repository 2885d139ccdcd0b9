import { ruleFor, type Transition } from './grant-status.ts'

/** Why a fund of this status lets no money out (open-points 4). A status that is not named here lets none out either. */
const noMoneyLeaves: Readonly<Record<string, string>> = {
  Entered: 'The fund is not open yet, so no money leaves it.',
  Immobile: 'The fund is immobile, so no money leaves it.',
  Closed: 'The fund is closed, so no money leaves it.',
}

/** Why a fund of this status may not recommend, approve or pay, in a sentence; null for an active fund alone. */
export function fundStatusViolation(accountStatus: string): string | null {
  if (accountStatus === 'Active') return null
  return noMoneyLeaves[accountStatus] ?? 'The state of the fund lets no money leave it.'
}

/** Why this step may not be taken in a fund of this status. A grant that was approved before is held, not ended. */
export function stepStatusViolation(transition: Transition, accountStatus: string): string | null {
  if (ruleFor(transition)?.fund === 'any') return null
  const violation = fundStatusViolation(accountStatus)
  if (violation === null) return null
  return transition === 'pay' ? `${violation} The grant is held until a person decides.` : violation
}
