import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { signAt } from '../../signing/server/decide.ts'
import type * as signingLinkContract from '../signing-link.contract.ts'
import { placeOf } from './sign-application.ts'

export const signByLink = async (
  { body }: HandlerInput<typeof signingLinkContract.signByLink>,
  context: BaseContext,
): Promise<Reply<typeof signingLinkContract.signByLink>> =>
  await signAt(() => placeOf(body.token, context), body, context)
