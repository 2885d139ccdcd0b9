import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { charityNotFound } from '../../charities/domain/issue-texts.ts'
import { findCharity } from '../../charities/server/charities.queries.ts'
import { eligibilityOf } from '../../charities/server/charity-status.ts'
import type * as contract from '../charity-list.contract.ts'
import { addEntry, countEntries, removeEntry } from './charity-list.queries.ts'

const maxEntries = 500

/** Adds a charity of the client's registers or removes one (§4); a repeat changes nothing. */
export async function setCharityList(
  { body }: HandlerInput<typeof contract.setCharityList>,
  { db, client, account, actor }: ContextOf<typeof contract.setCharityList>,
): Promise<Reply<typeof contract.setCharityList>> {
  const { charityId, inCharityList } = body.data.attributes
  if (!inCharityList) {
    await removeEntry(db, account.accountId, charityId)
    return { charityId, inCharityList }
  }
  const charity = await findCharity(db, charityId, client.charityRegisters)
  if (!charity) throw fieldProblem('charityId', charityNotFound)
  if ((await countEntries(db, account.accountId)) >= maxEntries)
    throw fieldProblem('charityId', `Your charity list is full (${maxEntries} charities). Remove one first`)
  const { name } = charity
  const { outcome } = eligibilityOf(charity)
  await addEntry(db, { accountId: account.accountId, charityId, addedBy: actor.userId, name, outcome })
  return { charityId, inCharityList }
}
