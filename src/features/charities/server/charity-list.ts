import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { listCharityList, setCharityList } from '../charities.contract.ts'
import {
  addEntry,
  charityListKeysets,
  countEntries,
  findCharity,
  listEntries,
  removeEntry,
} from './charities.queries.ts'
import { rowResponse } from './charity-response.ts'

const maxEntries = 500

/** The charities on a fund's list. */
export async function charityList(
  { query }: HandlerInput<typeof listCharityList>,
  { db, client, account }: ContextOf<typeof listCharityList>,
): Promise<Reply<typeof listCharityList>> {
  const page = keysetPage({ query, defaultSort: 'name', keysetsOf: charityListKeysets })
  const found = await listEntries(db, account.accountId, page)
  const { rows, meta } = splitPage(page, found, page.countedTotal ?? Number(found[0]?.total ?? 0n))
  return { data: rows.map(row => rowResponse(row, client)), meta }
}

/** Adds a charity of the client's registers or removes one (§4); a repeat changes nothing. */
export async function changeCharityList(
  { body }: HandlerInput<typeof setCharityList>,
  { db, client, account, actor }: ContextOf<typeof setCharityList>,
): Promise<Reply<typeof setCharityList>> {
  const { charityId, inCharityList } = body.data.attributes
  if (!inCharityList) {
    await removeEntry(db, account.accountId, charityId)
    return { charityId, inCharityList }
  }
  if (!(await findCharity(db, charityId, client.charityRegisters)))
    throw fieldProblem('charityId', 'Choose a charity from the register')
  if ((await countEntries(db, account.accountId)) >= maxEntries)
    throw fieldProblem('charityId', `Your charity list is full (${maxEntries} charities). Remove one first`)
  await addEntry(db, { accountId: account.accountId, charityId, addedBy: actor.userId })
  return { charityId, inCharityList }
}
