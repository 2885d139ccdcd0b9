import { randomUUID } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { examineFile } from '../../files/server/examine/examine-file.ts'
import type * as contract from '../profiles.contract.ts'
import { keyOfLogo, setLogo } from './charity-logos.ts'
import { getCharityProfile } from './get-charity-profile.ts'
import { requireCharity } from './require-charity.ts'

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** A logo is shown small; a larger picture is probably a photograph. */
const maxSidePx = 2_000

/**
 * Stores a picture, examined and encoded again, as the logo of a charity for this realm alone. Throws `validation` for what is no picture or
 * is too large, `conflict` if the charity was changed in the meantime, `not-found`.
 */
export async function uploadCharityLogo(
  { params, query: { revision }, upload }: HandlerInput<typeof contract.uploadCharityLogo>,
  context: ContextOf<typeof contract.uploadCharityLogo>,
): Promise<Reply<typeof contract.uploadCharityLogo>> {
  await requireCharity(params.charityId, context)
  const { mediaType, bytes, size } = await examineFile(upload, requesterOf(context))
  const extension = extensions[mediaType]
  if (extension === undefined || !size)
    throw fieldProblem('file', 'Choose a picture of one of these types: PNG, JPEG, WebP, GIF.')
  if (Math.max(size.widthPx, size.heightPx) > maxSidePx)
    throw fieldProblem('file', `Choose a picture of at most ${maxSidePx} pixels a side.`)
  const name = `${randomUUID()}.${extension}`
  const key = keyOfLogo(context.client.realm, name)
  await context.files.put(key, bytes)
  try {
    await setLogo(params.charityId, { revision, name }, context)
  } catch (error) {
    await context.files.remove(key)
    throw error
  }
  return await getCharityProfile({ params }, context)
}
