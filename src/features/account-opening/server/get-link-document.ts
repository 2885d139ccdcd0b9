import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { documentAt } from '../../signing/server/show-envelope.ts'
import type * as signingLinkContract from '../signing-link.contract.ts'
import { placeOf } from './sign-application.ts'

export const getLinkDocument = async (
  { body }: HandlerInput<typeof signingLinkContract.getLinkDocument>,
  context: BaseContext,
): Promise<Reply<typeof signingLinkContract.getLinkDocument>> =>
  await documentAt(await placeOf(body.token, context), context)
