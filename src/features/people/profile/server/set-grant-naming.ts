import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../profile.contract.ts'
import { storeGrantNaming } from './profile.queries.ts'

export async function setGrantNaming(
  { body }: HandlerInput<typeof contract.setGrantNaming>,
  { actor, realmDb }: ContextOf<typeof contract.setGrantNaming>,
): Promise<Reply<typeof contract.setGrantNaming>> {
  await storeGrantNaming(realmDb, actor.userId, body.data.attributes.grantNaming)
  return {}
}
