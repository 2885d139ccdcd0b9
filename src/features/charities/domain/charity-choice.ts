import { placeLabel, taxIdLabel } from './charity-labels.ts'
import { charityName } from './charity-name.ts'

type Found = {
  charityId: string
  name: string
  city: string | null
  state: string | null
  taxId: string
  canBeSelected: boolean
  eligibility: { sentence: string }
}

/** A charity of a search as a choice; one that cannot receive grants says why. */
export function charityChoice(found: Found) {
  const { charityId, taxId, canBeSelected, eligibility } = found
  return {
    id: charityId,
    name: charityName(found.name),
    facts: [placeLabel(found), `${taxIdLabel(charityId)} ${taxId}`].filter(Boolean).join(', '),
    refusal: canBeSelected ? null : eligibility.sentence,
  }
}
