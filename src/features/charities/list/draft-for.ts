import type { DraftContent } from '../../grants/drafts.contract.ts'
import type { ListedCharity } from '../charities.contract.ts'

/** A draft of a grant to a charity of the list, with the amount of the last one. */
export function draftFor({ charityId, name, lastGrant }: ListedCharity): {
  draftId: string
  content: DraftContent
} {
  return {
    draftId: crypto.randomUUID(),
    content: {
      charityId,
      charityName: name,
      amountMinor: lastGrant?.amountMinor ?? null,
      purposeCode: 'where_needed',
      purposeText: null,
      benefitAnswer: null,
      namingCode: 'fund_and_donor',
      frequency: 'once',
      startsOn: null,
      endsOn: null,
      endsAfter: null,
      given: null,
      accepted: [],
    },
  }
}
