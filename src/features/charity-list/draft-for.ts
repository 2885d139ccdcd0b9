import type { DraftContent } from '../grants/baskets/drafts.contract.ts'
import { choicesNaming, repeatedFrom } from '../grants/domain/grant-choices.ts'
import type { Naming } from '../people/domain/naming.ts'
import type { ListedCharity } from './charity-list.contract.ts'

/** A draft of a grant to a charity of the list, like the last one; a first grant uses the person's preferred naming. */
export function draftFor(
  { charityId, name, lastGrant }: ListedCharity,
  preferredNaming: Naming,
): {
  draftId: string
  content: DraftContent
} {
  return {
    draftId: crypto.randomUUID(),
    content: {
      charityId,
      charityName: name,
      amountMinor: lastGrant?.amountMinor ?? null,
      ...choicesNaming(preferredNaming),
      ...(lastGrant && repeatedFrom(lastGrant)),
      frequency: 'once',
      startsOn: null,
      endsOn: null,
      endsAfter: null,
      given: null,
      accepted: [],
    },
  }
}
