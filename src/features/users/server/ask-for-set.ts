import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import type { RealmRole } from '../../../domain/realm-roles.ts'
import type { DB } from '../../../server/db/schema.ts'
import {
  isSameList,
  isSameState,
  maxSetNames,
  maxSets,
  type SetInForce,
  type SetState,
  setTakesTwo,
} from '../domain/staff-sets.ts'
import { lockOperator } from './find-operator.ts'
import { type Operator, Refused } from './operator.ts'
import { recordSetEvent } from './record-set-event.ts'
import {
  findSetChangeByKey,
  holdsSet,
  insertSetChange,
  listUndecidedSets,
  type SetChangeRow,
  updateSetChange,
} from './staff-sets.queries.ts'
import { actionsIn, configuredSets, type StaffSets, staffSetsInForce } from './staff-sets.ts'
import { lapseOfSet } from './waiting-sets.ts'

export type WantedSet = SetState & {
  name: string
  /** Of a new set; null for one that there is. */
  role: RealmRole | null
  /** The last change that the person has seen; null before the first. */
  lastChangeId: string | null
  reason: string
  idempotencyKey: string
}

export type AskedSet = { changeId: string; state: SetChangeRow['state'] }

/**
 * Makes a set of the client, or changes one: at once, or when a second person has confirmed it, by the rule of setTakesTwo. A repeat with
 * the same key changes nothing. Throws `conflict` where the set was changed in the meantime or another change waits, `validation` where
 * nothing changes or a permission is not one of the set's role, `not-found`, `Refused`.
 */
export async function askForSet(
  trx: Kysely<DB>,
  operator: Operator,
  { client, wanted }: { client: Client; wanted: WantedSet },
  now: Date,
): Promise<AskedSet> {
  await lockOperator(trx, operator, now)
  const repeated = await findSetChangeByKey(trx, wanted.idempotencyKey)
  if (repeated) return requireSameSet(repeated, { client, operator, wanted })
  const sets = await staffSetsInForce(trx, client)
  const before = requireBefore(sets, wanted)
  const role = before?.role ?? requireRole(wanted)
  const actions = requireActionsOfSet(role, wanted.actions)
  const after: SetState = { ...statePart(wanted), actions }
  if (isSameState(before, after)) throw fieldProblem('title', 'This is what the set says already')
  const others = await endLapsedSets(trx, { client, name: wanted.name }, now)
  requireOwnTitle(after.title, wanted.name, sets, others)
  if (after.isGiven && !before?.isGiven) requireRoom(sets, others)
  const isHeld = await holdsSet(trx, operator.userId, wanted.name)
  const takesTwo = setTakesTwo(before, after, isHeld)
  const changeId = randomUUIDv7()
  await insertSetChange(trx, {
    ...{ change_id: changeId, client: client.name, set_name: wanted.name, role_code: role },
    ...{ title: after.title, purpose: after.purpose, actions: [...actions], is_given: after.isGiven },
    ...beforeColumns(before),
    file_actions: fileActions(client, wanted.name),
    ...{ reason: wanted.reason, requested_by: operator.userId, requested_by_name: operator.name },
    ...{ requested_at: now, idempotency_key: wanted.idempotencyKey },
    ...(takesTwo ? { state: 'waiting' } : { state: 'made', revision: (before?.revision ?? 0) + 1 }),
  })
  await recordSetEvent(trx, operator, {
    ...{ kind: takesTwo ? 'staff-set-proposed' : 'staff-set-changed', at: now, changeId },
    ...{ name: wanted.name, before, after },
  })
  return { changeId, state: takesTwo ? 'waiting' : 'made' }
}

const statePart = ({ title, purpose, actions, isGiven }: SetState): SetState => ({
  ...{ title, purpose, actions, isGiven },
})

/** The key belongs to one change of one set by one person. */
function requireSameSet(
  row: SetChangeRow,
  { client, operator, wanted }: { client: Client; operator: Operator; wanted: WantedSet },
): AskedSet {
  const isSame =
    row.client === client.name &&
    row.requested_by === operator.userId &&
    row.set_name === wanted.name &&
    (wanted.role === null || row.role_code === wanted.role) &&
    row.title === wanted.title &&
    row.purpose === wanted.purpose &&
    row.is_given === wanted.isGiven &&
    row.reason === wanted.reason &&
    isSameList(row.actions, [...new Set(wanted.actions)])
  if (!isSame) throw new Refused('This was already sent with different details.', 'conflict')
  return { changeId: row.change_id, state: row.state }
}

/** The set as it is, unless it is new. */
function requireBefore(sets: StaffSets, { name, role, lastChangeId }: WantedSet): SetInForce | null {
  const found = sets.get(name)
  if (role !== null) {
    if (found) throw fieldProblem('name', 'There is a set with this name')
    return null
  }
  if (!found) throw new Refused('There is no such set.', 'not-found')
  if (found.isFixed) throw new Refused('This set is changed in the client’s configuration alone.', 'conflict')
  if (found.lastChangeId !== lastChangeId)
    throw new Refused(
      'Someone else changed this set in the meantime. Load the page again and look at it.',
      'conflict',
    )
  return found
}

function requireRole({ role }: WantedSet): RealmRole {
  if (role === null) throw fieldProblem('role', 'Choose a role')
  return role
}

/** Throws `validation` for a permission that the role does not have, and for none. */
function requireActionsOfSet(role: RealmRole, wanted: readonly Permission[]): Permission[] {
  const actions = actionsIn(role, wanted)
  if (actions.length === 0) throw fieldProblem('actions', 'Choose at least one permission')
  const foreign = permissions.filter(action => wanted.includes(action) && !actions.includes(action))
  if (foreign.length > 0)
    throw fieldProblem('actions', `The set’s role does not have ${foreign.slice(0, 5).join(', ')}`)
  return actions
}

/** What else waits, after what can no longer be confirmed was closed. Throws `conflict` while a change of this set waits. */
async function endLapsedSets(
  trx: Kysely<DB>,
  { client, name }: { client: Client; name: string },
  now: Date,
): Promise<SetChangeRow[]> {
  const waiting: SetChangeRow[] = []
  for (const row of await listUndecidedSets(trx, client.name)) {
    if (lapseOfSet(row, client, now) !== null) await updateSetChange(trx, row.change_id, { state: 'lapsed' })
    else if (row.set_name === name)
      throw new Refused(
        'Another change of this set is awaiting confirmation. Decide about it first.',
        'conflict',
      )
    else waiting.push(row)
  }
  return waiting
}

/** Two sets of one title could not be told apart where a right is given. */
function requireOwnTitle(
  title: string,
  name: string,
  sets: StaffSets,
  waiting: readonly SetChangeRow[],
): void {
  const taken = [
    ...[...sets.values()].filter(set => set.name !== name).map(set => set.title),
    ...waiting.map(row => row.title),
  ]
  if (taken.some(other => other.toLowerCase() === title.toLowerCase()))
    throw fieldProblem('title', 'Another set has this title')
}

/** Throws `conflict` where another set would be one too many. Sets are not deleted, so those that are no longer given leave room. */
function requireRoom(sets: StaffSets, waiting: readonly SetChangeRow[]): void {
  const given = [...sets.values()].filter(({ isGiven }) => isGiven).map(({ name }) => name)
  const asked = waiting.filter(row => row.is_given).map(row => row.set_name)
  if (new Set([...given, ...asked]).size >= maxSets)
    throw new Refused(`A client gives at most ${maxSets} sets. Stop giving one first.`, 'conflict')
  if (new Set([...sets.keys(), ...asked]).size >= maxSetNames)
    throw new Refused(
      `A client has at most ${maxSetNames} sets, also those that are no longer given.`,
      'conflict',
    )
}

const beforeColumns = (before: SetInForce | null) =>
  before === null
    ? {}
    : {
        ...{ before_title: before.title, before_purpose: before.purpose },
        ...{ before_actions: [...before.actions], before_is_given: before.isGiven },
      }

function fileActions(client: Client, name: string): string[] | null {
  const file = configuredSets(client).find(set => set.name === name)
  return file === undefined ? null : [...file.actions]
}
