import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { findCharityStatus } from '../../charities/server/charity-status.ts'
import type * as contract from '../register-changes.contract.ts'
import { changeDetails } from './change-details.ts'
import { findChange, listItems } from './register-changes.queries.ts'

const shownItems = 200

/** Throws `not-found` for a change of another book. */
export async function getRegisterChange(
  { params: { changeId } }: Pick<HandlerInput<typeof contract.getRegisterChange>, 'params'>,
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
): Promise<Reply<typeof contract.getRegisterChange>> {
  const row = await findChange(db, changeId)
  if (!row) throw new Problem('not-found')
  const status = await findCharityStatus(db, row.charity_id, clock.now())
  return changeDetails(row, await listItems(db, changeId, shownItems), status?.eligibility.outcome === 'yes')
}
