import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { addFactor } from './add-factor.ts'
import { caller } from './add-own-factor.ts'

export async function addOneTimeCode(
  { body }: HandlerInput<typeof contract.addOneTimeCode>,
  context: ContextOf<typeof contract.addOneTimeCode>,
): Promise<Reply<typeof contract.addOneTimeCode>> {
  const { mfa, owner } = await caller(context)
  await addFactor.code(mfa, owner, body.data.attributes)
  return {}
}
