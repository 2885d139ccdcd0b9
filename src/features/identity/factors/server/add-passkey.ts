import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { addFactor } from './add-factor.ts'
import { caller } from './add-own-factor.ts'

export async function addPasskey(
  { body }: HandlerInput<typeof contract.addPasskey>,
  context: ContextOf<typeof contract.addPasskey>,
): Promise<Reply<typeof contract.addPasskey>> {
  const { mfa, owner } = await caller(context)
  const { passkeyId } = await addFactor.passkey(mfa, owner, {
    ...body.data.attributes,
    boundTo: context.actor.sessionId,
    userAgent: context.request.headers['user-agent'],
  })
  return { passkeyId }
}
