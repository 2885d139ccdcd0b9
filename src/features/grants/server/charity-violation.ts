import type { Client } from '../../../clients/client.ts'
import { formatDate } from '../../../domain/dates.ts'
import { eligibilityChange } from '../../charities/domain/eligibility-change.ts'
import type { CharityStatus, Evidence } from '../../charities/server/charity-status.ts'

/** Why a charity cannot receive a grant at present; null where it can, possibly only after a review by a person. */
export function charityViolation(charity: CharityStatus | undefined): string | null {
  if (!charity) return 'The charity is no longer on a register that we use.'
  if (charity.refusedByStaff) return 'Our staff marked the charity as rejected or deleted.'
  return charity.eligibility.outcome === 'no' ? charity.eligibility.sentence : null
}

/** Why a grant to the charity cannot be approved or paid for want of a record of due diligence; null where the book asks for none. */
export function dueDiligenceViolation(
  { dueDiligence }: Pick<CharityStatus, 'dueDiligence'>,
  { asksDueDiligence, locale }: Pick<Client, 'asksDueDiligence' | 'locale'>,
): string | null {
  if (!asksDueDiligence || dueDiligence?.isValid) return null
  return dueDiligence === null
    ? 'We have no record of due diligence about this charity. A grant to it can be approved and paid only with one (payments abroad).'
    : `Our record of due diligence about this charity was valid until ${formatDate(dueDiligence.until, locale)}. A grant to it can be approved and paid once it is renewed (payments abroad).`
}

/** Why a grant to the charity cannot be approved at present. */
export const approvalViolation = (charity: CharityStatus | undefined, client: Client): string | null =>
  charityViolation(charity) ?? (charity ? dueDiligenceViolation(charity, client) : null)

/**
 * Why a charity cannot receive a grant that a person has decided about: everything that its approval asks of the registers. `approvedOn`: the evidence of the approval; null
 * if it has none. A charity that needs a review now is paid only if the review was about the same reason and the same facts behind it.
 * Collection into a payment run, the approval of the run and its release all ask this.
 */
export function decidedCharityViolation(
  charity: CharityStatus | undefined,
  approvedOn: Pick<Evidence, 'reason' | 'basis'> | null,
): string | null {
  const violation = charityViolation(charity)
  if (violation !== null || !charity || charity.eligibility.outcome === 'yes') return violation
  if (approvedOn?.basis === undefined)
    return 'The charity needs a review, and the approval did not record what it relied on. Return the grant to review.'
  const { reason, basis } = approvedOn
  const change = eligibilityChange({ reason, basis }, charity.evidence)
  return change === null
    ? null
    : `The charity’s status has changed since the approval: ${change}. Return the grant to review.`
}
