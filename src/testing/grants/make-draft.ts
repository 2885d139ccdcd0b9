import type { DraftContent } from '../../features/grants/baskets/drafts.contract.ts'
import type { MadeCharity } from '../factories/make-charity.ts'

/** A draft that can be submitted: 250 in the book's currency, where it is needed most. */
export const draftOf = (
  { charityId, name }: Pick<MadeCharity, 'charityId' | 'name'>,
  about: Partial<DraftContent> = {},
): DraftContent => ({
  charityId,
  charityName: name,
  amountMinor: 250_00n,
  purposeCode: 'where_needed',
  purposeText: null,
  benefitAnswer: null,
  namingCode: 'fund_only',
  frequency: 'once',
  startsOn: null,
  endsOn: null,
  endsAfter: null,
  given: null,
  accepted: [],
  ...about,
})
