import { fieldProblem } from '../../../contract/problems.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { CharityStatus } from '../../charities/server/charity-status.ts'
import { charityViolation } from '../../grants/server/charity-violation.ts'
import type { CaseContext } from './case-context.ts'

type About = Pick<CaseContext, 'client'>

/**
 * Why a share cannot go to this charity now, as a sentence for staff (`requireSelectable` has those for donors); null if it can. It is checked
 * again before its grant is approved and paid.
 */
export function recipientViolation(charity: CharityStatus | undefined, { client }: About): string | null {
  return charity && client.charityRegisters.includes(charity.register)
    ? charityViolation(charity)
    : 'This charity is not on any of our registers'
}

/** The name of a charity that can receive a share. Throws `validation` on this field. */
export function nameOfRecipient(
  charity: CharityStatus | undefined,
  field: string,
  { client }: About,
): string {
  const violation = recipientViolation(charity, { client })
  if (!charity || violation !== null) throw fieldProblem(field, violation ?? '')
  return charityName(charity.name)
}
