import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../profile.contract.ts'
import { storeNotice } from './profile.queries.ts'

/** The contract admits only kinds that people may switch off. */
export async function setNotice(
  { body }: HandlerInput<typeof contract.setNotice>,
  { actor, realmDb }: ContextOf<typeof contract.setNotice>,
): Promise<Reply<typeof contract.setNotice>> {
  await storeNotice(realmDb, actor.userId, body.data.attributes)
  return {}
}
