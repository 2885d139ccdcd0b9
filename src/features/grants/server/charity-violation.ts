import type { CharityStatus } from '../../charities/server/charity-status.ts'

/** Why a charity, as it stands now, may be paid by nobody, in words; null where it may, if need be for a person's reason. */
export function charityViolation(charity: CharityStatus | undefined): string | null {
  if (!charity) return 'The charity is on no register of ours any more.'
  if (charity.refusedByStaff) return 'The charity was marked as rejected or deleted by the staff.'
  return charity.eligibility.outcome === 'no' ? charity.eligibility.sentence : null
}
