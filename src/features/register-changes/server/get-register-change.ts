import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type * as contract from '../register-changes.contract.ts'
import { changeDetails } from './change-details.ts'
import { findChange, listItems } from './register-changes.queries.ts'

const shownItems = 200

/** Throws `not-found` for a change of another book. */
export async function getRegisterChange(
  { params: { changeId } }: Pick<HandlerInput<typeof contract.getRegisterChange>, 'params'>,
  { db }: Pick<BaseContext, 'db'>,
): Promise<Reply<typeof contract.getRegisterChange>> {
  const row = await findChange(db, changeId)
  if (!row) throw new Problem('not-found')
  return changeDetails(row, await listItems(db, changeId, shownItems))
}
