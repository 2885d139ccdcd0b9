import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import { beforeAndAfter } from './describe-rights.ts'
import { lockPersonFor } from './find-operator.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import { lockRight, openRightsOf, type RightRecord, setConfirmed, setOver } from './rights.queries.ts'
import { lockStaff, type StaffPerson } from './staff.queries.ts'
import { setRefusal, staffSetsInForce } from './staff-sets.ts'

type Decision = 'confirmed' | 'declined' | 'withdrawn'

type About = { rightId: string; note: string } & (
  | {
      decision: 'confirmed'
      /** Whose named sets say whether the right's set is still given. */
      client: Pick<Client, 'name' | 'staffSets' | 'locale'>
    }
  | { decision: 'declined' | 'withdrawn' }
)

/** Why a person may not confirm a right, as a sentence; null if they may. */
export function confirmationRefusal(
  { given_by: givenBy, user_id: userId }: Pick<RightRecord, 'given_by' | 'user_id'>,
  operatorId: string,
): string | null {
  if (userId === operatorId) return 'This right is yours, so someone else has to confirm it.'
  return givenBy === operatorId ? 'You asked for this right, so someone else has to confirm it.' : null
}

/**
 * Decides about a right that waits for a second person: another one confirms or declines it, and the person who asked withdraws it.
 * Throws `Refused`.
 */
export async function decideRight(
  trx: Kysely<DB>,
  operator: Operator,
  about: About,
  now: Date,
): Promise<void> {
  const { rightId, decision, note } = about
  const { right, person } = await lockRightFor(trx, operator, rightId, now)
  if (right.state !== 'requested')
    throw new Refused('This right is no longer waiting for a second person.', 'conflict')
  requireDecider(right, operator.userId, decision)
  const before = (await openRightsOf(trx, right.user_id)).filter(({ state }) => state === 'active')
  if (about.decision === 'confirmed') {
    await requireSetIsGiven(trx, right, about.client)
    if (!person.hasAccess) throw new Refused('This person has no access.', 'conflict')
    if (right.valid_until !== null && right.valid_until <= now)
      throw new Refused('This right would be over already. Decline it.', 'conflict')
    await setConfirmed(trx, rightId, operator.userId, now)
  } else await setOver(trx, rightId, about.decision, { by: operator.userId, at: now, reason: note })
  await recordByOperator(trx, operator, {
    kind: `right-${decision}`,
    userId: right.user_id,
    at: now,
    detail: {
      right: rightId,
      ...beforeAndAfter(before, decision === 'confirmed' ? [...before, right] : before),
    },
  })
}

/**
 * A set that was retired since the right was asked for, or that the client no longer has, gives nothing new. One that has changed gives what
 * it gave then.
 */
async function requireSetIsGiven(
  trx: Kysely<DB>,
  { set_name: name }: RightRecord,
  client: Pick<Client, 'name' | 'staffSets' | 'locale'>,
): Promise<void> {
  const refusal = setRefusal(await staffSetsInForce(trx, client), name)
  if (refusal !== null) throw new Refused(refusal, 'conflict')
}

function requireDecider(right: RightRecord, operatorId: string, decision: Decision): void {
  const isOwnRequest = right.given_by === operatorId
  if (decision === 'withdrawn') {
    if (!isOwnRequest) throw new Refused('Only the person who asked for this right can withdraw it.')
    return
  }
  const refusal = confirmationRefusal(right, operatorId)
  if (refusal !== null) throw new Refused(refusal)
}

/** A right and its person, locked. Throws `Refused` for an unknown one. */
export async function lockRightFor(
  trx: Kysely<DB>,
  operator: Operator,
  rightId: string,
  now: Date,
): Promise<{ right: RightRecord; person: StaffPerson }> {
  // First, so that two changes lock in the same order.
  await lockStaff(trx)
  const right = await lockRight(trx, rightId)
  if (!right) throw new Refused('There is no such right.', 'not-found')
  return { right, person: await lockPersonFor(trx, operator, right.user_id, now) }
}
