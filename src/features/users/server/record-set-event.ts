import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { addedTo, type SetState, takenFrom } from '../domain/staff-sets.ts'
import { inParts } from './describe-rights.ts'
import { type Operator, recordByOperator } from './operator.ts'

type SetEvent = {
  kind: 'staff-set-changed' | 'staff-set-proposed' | 'staff-set-confirmed' | 'staff-set-declined'
  at: Date
  changeId: string
  name: string
  before: SetState | null
  after: SetState
}

/** Records a change of a named set: what it adds and takes away, never the words that a person typed. */
export async function recordSetEvent(
  trx: Kysely<DB>,
  operator: Operator,
  { kind, at, changeId, name, before, after }: SetEvent,
): Promise<void> {
  await recordByOperator(trx, operator, {
    ...{ kind, userId: operator.userId, at },
    detail: {
      ...{ set: name, change: changeId, what: whatOf(before, after) },
      ...inParts('added', addedTo(before, after).join(' ')),
      ...inParts('taken away', takenFrom(before, after).join(' ')),
    },
  })
}

function whatOf(before: SetState | null, after: SetState): string {
  if (before === null) return 'new set'
  if (before.isGiven !== after.isGiven) return after.isGiven ? 'given again' : 'no longer given'
  return addedTo(before, after).length + takenFrom(before, after).length > 0 ? 'permissions' : 'words'
}
