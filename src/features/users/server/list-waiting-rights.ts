import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { rightResponse } from './right-response.ts'
import { type StaffSets, setRefusal, staffSetsInForce } from './staff-sets.ts'
import { listRequestedRights, type RightOfPerson } from './users.queries.ts'

/** Rights that wait for a second person. */
export async function listWaitingRights(
  _input: unknown,
  context: ContextOf<typeof contract.listWaitingRights>,
): Promise<Reply<typeof contract.listWaitingRights>> {
  const { rows, total } = await listRequestedRights(context.realmDb)
  const sets = await staffSetsInForce(context.realmDb, context.client)
  return { data: rows.map(row => rightOfPerson(row, sets, context)), meta: { total } }
}

export const rightOfPerson = (
  row: RightOfPerson,
  sets: StaffSets,
  { actor, clock }: ContextOf<typeof contract.listWaitingRights>,
) => ({
  ...rightResponse(row, { sets, readerId: actor.userId, now: clock.now() }),
  personId: row.user_id,
  userId: row.sso_id,
  setRefusal: row.state === 'requested' ? setRefusal(sets, row.set_name) : null,
  name: nameOf(row),
})

/** The name, marked where the person cannot log in: a suspended person may be let in again. */
function nameOf({ has_access, is_suspended, person_name: name }: RightOfPerson): string {
  if (has_access) return name
  return is_suspended ? `${name} (suspended)` : `${name} (no longer has access)`
}
