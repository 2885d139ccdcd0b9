import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { SetState } from '../domain/staff-sets.ts'
import type { AskedSet } from './ask-for-set.ts'
import { lockOperator } from './find-operator.ts'
import { type Operator, Refused } from './operator.ts'
import { recordSetEvent } from './record-set-event.ts'
import { findSetChange, type SetChangeRow, updateSetChange } from './staff-sets.queries.ts'
import { actionsIn, staffSetsInForce } from './staff-sets.ts'
import { lapseOfSet, setConfirmationRefusal } from './waiting-sets.ts'

type About = { client: Client; changeId: string }

/**
 * Puts a proposed change of a set in force. A repeat by the same person changes nothing. Throws `Refused`: to the person who proposed it,
 * and where it was decided, has waited too long or the client's configuration was changed.
 */
export async function confirmSet(
  trx: Kysely<DB>,
  operator: Operator,
  { client, changeId }: About,
  now: Date,
): Promise<AskedSet> {
  const row = await lockSetChange(trx, operator, { client, changeId }, now)
  if (row.state === 'made' && row.decided_by === operator.userId) return { changeId, state: row.state }
  requireWaiting(row)
  const refusal = setConfirmationRefusal(row, operator.userId)
  if (refusal !== null) throw new Refused(refusal)
  const lapse = lapseOfSet(row, client, now)
  if (lapse !== null) throw new Refused(lapse, 'conflict')
  const before = (await staffSetsInForce(trx, client)).get(row.set_name)
  await updateSetChange(trx, changeId, {
    ...{ state: 'made', revision: (before?.revision ?? 0) + 1 },
    ...{ decided_by: operator.userId, decided_by_name: operator.name, decided_at: now },
  })
  await recordSetEvent(trx, operator, {
    ...{ kind: 'staff-set-confirmed', at: now, changeId, name: row.set_name },
    ...{ before: stateBefore(row), after: stateAfter(row) },
  })
  return { changeId, state: 'made' }
}

/** Declines a proposed change, or withdraws one's own. A repeat by the same person changes nothing. Throws `Refused`. */
export async function declineSet(
  trx: Kysely<DB>,
  operator: Operator,
  { client, changeId, reason }: About & { reason: string },
  now: Date,
): Promise<AskedSet> {
  const row = await lockSetChange(trx, operator, { client, changeId }, now)
  if (['declined', 'withdrawn'].includes(row.state) && row.decided_by === operator.userId)
    return { changeId, state: row.state }
  requireWaiting(row)
  const state = row.requested_by === operator.userId ? 'withdrawn' : 'declined'
  await updateSetChange(trx, changeId, {
    ...{ state, decided_by: operator.userId, decided_by_name: operator.name, decided_at: now },
    decision_reason: reason,
  })
  await recordSetEvent(trx, operator, {
    ...{ kind: 'staff-set-declined', at: now, changeId, name: row.set_name },
    ...{ before: stateBefore(row), after: stateAfter(row) },
  })
  return { changeId, state }
}

async function lockSetChange(
  trx: Kysely<DB>,
  operator: Operator,
  { client, changeId }: About,
  now: Date,
): Promise<SetChangeRow> {
  await lockOperator(trx, operator, now)
  const row = await findSetChange(trx, { changeId, client: client.name })
  if (!row) throw new Refused('There is no such change.', 'not-found')
  return row
}

function requireWaiting({ state }: SetChangeRow): void {
  if (state !== 'waiting') throw new Refused('This change is no longer awaiting confirmation.', 'conflict')
}

export const stateAfter = (row: SetChangeRow): SetState => ({
  ...{ title: row.title, purpose: row.purpose, isGiven: row.is_given },
  actions: actionsIn(row.role_code, row.actions),
})

/** What was in force when it was asked for; null for a new set. */
export const stateBefore = (row: SetChangeRow): SetState | null =>
  row.before_title === null
    ? null
    : {
        ...{
          title: row.before_title,
          purpose: row.before_purpose ?? '',
          isGiven: row.before_is_given ?? false,
        },
        actions: actionsIn(row.role_code, row.before_actions ?? []),
      }
