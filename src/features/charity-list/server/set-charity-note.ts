import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../charity-list.contract.ts'
import { setNote } from './charity-list.queries.ts'

/** Writes a note about a charity of the list. Throws `not-found` for one that is not on it. */
export async function setCharityNote(
  { body }: HandlerInput<typeof contract.setCharityNote>,
  { db, account }: ContextOf<typeof contract.setCharityNote>,
): Promise<Reply<typeof contract.setCharityNote>> {
  const { charityId, note: text } = body.data.attributes
  const note = text === '' ? null : text
  if (!(await setNote(db, { accountId: account.accountId, charityId, note }))) throw new Problem('not-found')
  return { charityId, note }
}
