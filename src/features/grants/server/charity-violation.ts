import type { CharityStatus } from '../../charities/server/charity-status.ts'

/** Why a charity cannot receive a grant at present; null where it can, possibly only after a review by a person. */
export function charityViolation(charity: CharityStatus | undefined): string | null {
  if (!charity) return 'The charity is no longer on a register that we use.'
  if (charity.refusedByStaff) return 'Our staff marked the charity as rejected or deleted.'
  return charity.eligibility.outcome === 'no' ? charity.eligibility.sentence : null
}

/** What a reason that needs a review says to staff, inside a sentence. */
const changes: Readonly<Record<string, string>> = {
  'left-the-register': 'it is no longer in the register’s file',
  'register-line-not-read': 'its line in the latest file could not be read',
  'supporting-organization': 'it is a supporting organization now',
  'private-operating-foundation': 'it is a private operating foundation now',
  'insolvent-on-uk-register': 'the register shows it as insolvent',
  'vetting-expired': 'our vetting of it has expired',
}

/**
 * The same for a grant that a person has decided about: everything that its approval asks. `decidedOn`: the reason for the charity's
 * eligibility on which they relied (Evidence), null if nobody has. A charity that needs a review now is paid only if the review was about
 * the same reason. Approval, collection into a payment run, the approval of the run and its release all ask this.
 */
export function decidedCharityViolation(
  charity: CharityStatus | undefined,
  decidedOn: string | null,
): string | null {
  const violation = charityViolation(charity)
  if (violation !== null || !charity || charity.eligibility.outcome === 'yes') return violation
  return charity.eligibility.reason === decidedOn
    ? null
    : `The charity’s status has changed since the approval: ${changes[charity.eligibility.reason] ?? 'it needs a review'}. Return the grant to review.`
}
