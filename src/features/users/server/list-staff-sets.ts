import type { Reply } from '../../../contract/endpoint.ts'
import { permissions } from '../../../contract/permissions.ts'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import { realmRoles } from '../../../domain/realm-roles.ts'
import { actionsOfRole } from '../../../server/auth/role-permissions.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addedTo, type SetInForce, takenFrom } from '../domain/staff-sets.ts'
import type * as contract from '../staff-sets.contract.ts'
import { stateAfter, stateBefore } from './decide-set.ts'
import { type Holding, listHoldings, listSetChanges, type SetChangeRow } from './staff-sets.queries.ts'
import { differsFromSet, type StaffSets, staffSetsInForce } from './staff-sets.ts'
import { endOfSetProposal, lapseOfSet, setConfirmationRefusal } from './waiting-sets.ts'

type Context = ContextOf<typeof contract.listStaffSets>

/** The named sets in force, who holds them, what waits and what was changed. */
export async function listStaffSets(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof contract.listStaffSets>> {
  const { realmDb, client, clock } = context
  const sets = await staffSetsInForce(realmDb, client)
  const rows = await listSetChanges(realmDb, client.name)
  const holdings = await listHoldings(realmDb, clock.now())
  const waiting = rows.filter(row => isWaiting(row, context))
  return {
    data: [...sets.values()].map(set => {
      const asked = waiting.find(row => row.set_name === set.name)
      return {
        ...setResponse(set),
        ...holdersOf(set, sets, holdings, context),
        waiting: asked ? waitingResponse(asked, context) : null,
      }
    }),
    waitingNew: waiting.filter(row => !sets.has(row.set_name)).map(row => waitingResponse(row, context)),
    history: rows.map(row => changeResponse(row, context)),
    roles: realmRoles.map(role => ({
      role,
      actions: permissions.filter(action => actionsOfRole(role).has(action)),
    })),
    meta: { waiting: waiting.length },
  }
}

const isWaiting = (row: SetChangeRow, { client, clock }: Context): boolean =>
  row.state === 'waiting' && lapseOfSet(row, client, clock.now()) === null

const setResponse = ({ name, role, title, purpose, actions, isGiven, ...set }: SetInForce) => ({
  ...{ name, role, title, purpose, isGiven, actions: [...actions] },
  ...{ isWhole: set.isWhole, isFixed: set.isFixed, lastChangeId: set.lastChangeId, since: set.since },
  takesTwoPeople: takesTwoPeople(new Set(actions)),
})

/** More people are counted than are named. */
const maxNamed = 50

function holdersOf({ name }: SetInForce, sets: StaffSets, holdings: readonly Holding[], { actor }: Context) {
  const own = holdings.filter(each => each.set_name === name)
  const people = new Map(
    own
      .filter(each => differsFromSet(each, sets))
      .map(each => [each.user_id, { personId: each.user_id, name: each.person_name }]),
  )
  return {
    holders: new Set(own.map(each => each.user_id)).size,
    differing: { total: people.size, people: [...people.values()].slice(0, maxNamed) },
    isHeldByCaller: own.some(each => each.user_id === actor.userId),
  }
}

const waitingResponse = (row: SetChangeRow, context: Context) => ({
  ...changeResponse(row, context),
  endsAt: endOfSetProposal(row).toISOString(),
  isOwn: row.requested_by === context.actor.userId,
  refusal: setConfirmationRefusal(row, context.actor.userId),
})

function changeResponse(row: SetChangeRow, context: Context) {
  const [before, after] = [stateBefore(row), stateAfter(row)]
  const isOver = row.state === 'waiting' && !isWaiting(row, context)
  return {
    ...{ changeId: row.change_id, name: row.set_name, role: row.role_code },
    state: isOver ? ('lapsed' as const) : row.state,
    before: before === null ? null : { ...before, actions: [...before.actions] },
    after: { ...after, actions: [...after.actions] },
    ...{ added: addedTo(before, after), taken: takenFrom(before, after) },
    ...{ reason: row.reason, requestedByName: row.requested_by_name },
    requestedAt: row.requested_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
  }
}
