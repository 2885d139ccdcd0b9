import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { startFactor } from './add-factor.ts'
import { caller } from './add-own-factor.ts'

export async function startOneTimeCode(
  _input: unknown,
  context: ContextOf<typeof contract.startOneTimeCode>,
): Promise<Reply<typeof contract.startOneTimeCode>> {
  const { mfa, owner } = await caller(context)
  const { setUp } = await startFactor.code(mfa, owner)
  return setUp
}
