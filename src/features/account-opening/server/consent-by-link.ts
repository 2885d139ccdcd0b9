import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { consentAt } from '../../signing/server/decide.ts'
import type * as signingLinkContract from '../signing-link.contract.ts'
import { placeOf } from './sign-application.ts'

export const consentByLink = async (
  { body }: HandlerInput<typeof signingLinkContract.consentByLink>,
  context: BaseContext,
): Promise<Reply<typeof signingLinkContract.consentByLink>> =>
  await consentAt(await placeOf(body.token, context), body, context)
