import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as signingLinkContract from '../signing-link.contract.ts'
import { maySignNow } from './show-application.ts'
import { addressFor, ofLink } from './sign-application.ts'

/** Where a link's reader signs at another provider. They come back to the page of the link, which then says so. */
export async function getLinkAddress(
  { body }: HandlerInput<typeof signingLinkContract.getLinkAddress>,
  context: BaseContext,
): Promise<Reply<typeof signingLinkContract.getLinkAddress>> {
  const { row, signer, signers, inBook } = await ofLink(body.token, context)
  if (!maySignNow(row, signers, signer))
    throw new Problem('conflict', {
      detail: 'This application isn’t waiting for your signature at the moment.',
    })
  const returnTo = new URL(screenAddress('/new-account-opening/confirm'), context.origin)
  return { meta: { url: await addressFor({ row, signer, returnTo }, inBook, context) } }
}
