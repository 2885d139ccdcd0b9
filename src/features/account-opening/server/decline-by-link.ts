import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { declineAt } from '../../signing/server/decide.ts'
import type * as signingLinkContract from '../signing-link.contract.ts'
import { placeOf } from './sign-application.ts'

export const declineByLink = async (
  { body }: HandlerInput<typeof signingLinkContract.declineByLink>,
  context: BaseContext,
): Promise<Reply<typeof signingLinkContract.declineByLink>> =>
  await declineAt(() => placeOf(body.token, context), body, context)
