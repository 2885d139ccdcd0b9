import type { CharityStatus } from '../../charities/server/charity-status.ts'

/** Why a charity cannot be paid at present; null where it can, possibly only with the approver's reason. */
export function charityViolation(charity: CharityStatus | undefined): string | null {
  if (!charity) return 'The charity is no longer on a register that we use.'
  if (charity.refusedByStaff) return 'Our staff marked the charity as rejected or deleted.'
  return charity.eligibility.outcome === 'no' ? charity.eligibility.sentence : null
}
