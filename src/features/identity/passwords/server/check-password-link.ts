import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type * as contract from '../password.contract.ts'
import { ownerOfLink } from './set-password-by-link.ts'

/** Returns the user id of a link without consuming it. */
export async function checkPasswordLink(
  { body }: HandlerInput<typeof contract.checkPasswordLink>,
  context: BaseContext,
): Promise<Reply<typeof contract.checkPasswordLink>> {
  const owner = await ownerOfLink(body.token, context)
  return { userId: owner.ssoId }
}
