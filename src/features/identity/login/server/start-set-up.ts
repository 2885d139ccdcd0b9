import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { startFactor } from '../../factors/server/add-factor.ts'
import type * as contract from '../sign-in.contract.ts'
import { personWithoutFactor } from './set-up-factor.ts'

export async function startSetUp(
  { body }: HandlerInput<typeof contract.startSetUp>,
  context: ContextOf<typeof contract.startSetUp>,
): Promise<Reply<typeof contract.startSetUp>> {
  const { interaction, mfa, owner } = await personWithoutFactor(context)
  return startFactor[body.kind](mfa, owner, interaction)
}
