import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { assignableRoles, routeOfRole } from '../domain/relationship-changes.ts'
import type * as contract from '../relationship-requests.contract.ts'
import { pendingRequests } from './relationship-requests.queries.ts'
import { addable, changeSettings, isRequestShown, toResponse } from './show-requests.ts'

const maxShownRequests = 50

/** What the caller may add to the account, and what waits for confirmation. */
export async function getPeopleChanges(
  _input: unknown,
  context: ContextOf<typeof contract.getPeopleChanges>,
): Promise<Reply<typeof contract.getPeopleChanges>> {
  const { db, client, account, actor } = context
  const mayChange = actor.actions.has('ACCOUNT_RELATIONSHIP_UPDATE') && account.writeAccess
  const requests = await pendingRequests(db, account.accountId, maxShownRequests)
  return {
    addable: assignableRoles.flatMap(role => {
      const route = mayChange ? routeOfRole(role, changeSettings(context)) : null
      return route === null ? [] : [addable(role, route, client)]
    }),
    requests: requests
      .filter(request => isRequestShown(request, context))
      .map(row => ({
        ...toResponse(row, context),
        mayWithdraw: mayChange && row.requested_by === actor.userId,
      })),
  }
}
