import type { EligibilityFacts } from './eligibility.ts'

/**
 * What a decision relied on beside the reason: every fact on which eligibility depends. The day of the file is not one of them, so a
 * new file that says the same changes nothing.
 */
export type EligibilityBasis = Pick<
  EligibilityFacts,
  'subsection' | 'foundation' | 'deductibility' | 'status' | 'removedOn' | 'leftOn'
> & {
  /** Whether the latest line about the charity could not be read. */
  isUnread: boolean
  /** The vetting, for an organization that staff have vetted; null for a charity of a register. */
  vetting: string | null
}

/** The ground of a decision: the reason for the charity's eligibility, and the facts behind it. */
export type DecidedOn = { reason: string; basis: EligibilityBasis }

const unreadClause = 'its line in the latest file could not be read'

/** What a reason that needs a review says to staff, inside a sentence. */
const reasonClauses: Readonly<Record<string, string>> = {
  'left-the-register': 'it is no longer in the register’s file',
  'supporting-organization-left': 'it is a supporting organization and no longer in the register’s file',
  'register-line-not-read': unreadClause,
  'supporting-organization': 'it is a supporting organization now',
  'private-operating-foundation': 'it is a private operating foundation now',
  'insolvent-on-uk-register': 'the register shows it as insolvent',
  'vetting-expired': 'our vetting of it has expired',
}

const factClauses = [
  ['leftOn', 'it came back to the register’s file and left it again'],
  ['foundation', 'its foundation code is another one now'],
  ['subsection', 'its subsection code is another one now'],
  ['deductibility', 'its deductibility code is another one now'],
  ['status', 'its status on the register is another one now'],
  ['removedOn', 'its status on the register is another one now'],
  ['vetting', 'a later vetting of it has expired'],
] as const satisfies readonly (readonly [keyof EligibilityBasis, string])[]

/**
 * How what is known of a charity that needs a review differs from what a person decided about, as a clause for staff; null if it is the
 * same. A line that could not be read then and can be now, with the same codes, is no difference.
 */
export function eligibilityChange(then: DecidedOn, now: DecidedOn): string | null {
  if (then.reason !== now.reason) return reasonClauses[now.reason] ?? 'it needs a review'
  if (now.basis.isUnread && !then.basis.isUnread) return unreadClause
  const [fact, clause] = factClauses.find(([each]) => then.basis[each] !== now.basis[each]) ?? [null, null]
  return fact === 'foundation' && now.reason === 'supporting-organization'
    ? 'it is another type of supporting organization now'
    : clause
}
