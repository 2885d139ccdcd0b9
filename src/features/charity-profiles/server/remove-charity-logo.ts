import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../profiles.contract.ts'
import { setLogo } from './charity-logos.ts'
import { getCharityProfile } from './get-charity-profile.ts'
import { requireCharity } from './require-charity.ts'

/** Removes the logo. Throws `conflict` if the charity was changed in the meantime, `not-found`. */
export async function removeCharityLogo(
  { params, body }: HandlerInput<typeof contract.removeCharityLogo>,
  context: ContextOf<typeof contract.removeCharityLogo>,
): Promise<Reply<typeof contract.removeCharityLogo>> {
  await requireCharity(params.charityId, context)
  await setLogo(params.charityId, { revision: body.data.attributes.revision, name: null }, context)
  return await getCharityProfile({ params }, context)
}
