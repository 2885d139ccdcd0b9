import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { startFactor } from './add-factor.ts'
import { caller } from './add-own-factor.ts'

export async function startPasskey(
  _input: unknown,
  context: ContextOf<typeof contract.startPasskey>,
): Promise<Reply<typeof contract.startPasskey>> {
  const { mfa, owner } = await caller(context)
  const { creation } = await startFactor.passkey(mfa, owner, context.actor.sessionId)
  return { creation }
}
