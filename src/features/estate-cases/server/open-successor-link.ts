import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as contract from '../successor-share.contract.ts'
import type { SuccessorShare } from '../successor-share.contract.ts'
import { responseOf, withLink } from './answer-share.ts'

export const openSuccessorLink = (
  { body: { token } }: HandlerInput<typeof contract.openSuccessorLink>,
  context: BaseContext,
): Promise<SuccessorShare> => withLink(token, context, async linked => responseOf(linked))
