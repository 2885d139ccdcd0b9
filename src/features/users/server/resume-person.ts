import type { Kysely } from 'kysely'
import { takesTwoPeople } from '../../../contract/two-person-actions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { setSuspension } from '../../identity/server/users.queries.ts'
import { lockPersonFor } from './find-operator.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import {
  decideOpenResumption,
  insertResumption,
  lockOpenResumption,
  type ResumptionRecord,
} from './resumptions.queries.ts'
import { actionsOfRight } from './right-response.ts'
import { openRightsOf } from './rights.queries.ts'
import { othersManageUsers } from './staff.queries.ts'

type About = { userId: string; reason: string }

/**
 * Lets a suspended person in again, with the rights that they have. Where those take two people, it waits for the second. A command lets
 * them in alone with `force`, and where nobody else manages users, so that suspending all others helps nobody in the portal. Throws
 * `Refused` for oneself, for a person who is not suspended, and while a request waits.
 */
export async function resumePerson(
  trx: Kysely<DB>,
  operator: Operator,
  { userId, reason, force }: About & { force: boolean },
  now: Date,
): Promise<'resumed' | 'requested'> {
  await lockSuspended(trx, operator, userId, now)
  const waiting = await lockOpenResumption(trx, userId)
  if (waiting && !force)
    throw new Refused(
      'Someone has asked to let this person in. A second person has to confirm it.',
      'conflict',
    )
  const takesTwo = await hasRightsOfTwoPeople(trx, userId, now)
  const hasSecond = await othersManageUsers(trx, { userIds: [userId, operator.userId] }, now)
  const isWaived = operator.via.kind === 'command' && (force || !hasSecond)
  if (!takesTwo || isWaived) {
    await closeRequest(trx, operator, { userId, note: 'Let in by a command' }, now)
    const detail = { reason, ...(takesTwo ? { 'second person': 'waived' } : {}) }
    await letIn(trx, operator, { userId, detail }, now)
    return 'resumed'
  }
  if (!hasSecond)
    throw new Refused(
      'This person’s rights take two people, and no one else manages users who could confirm. Ask the people who run the portal to let them in with npm run resume-access.',
    )
  await insertResumption(trx, { userId, by: operator.userId, at: now, reason })
  await recordByOperator(trx, operator, {
    kind: 'access-resumption-requested',
    userId,
    at: now,
    detail: { reason },
  })
  return 'requested'
}

/** Why a person may not confirm that somebody is let in again, as a sentence; null if they may. */
export const resumptionRefusal = (
  { asked_by: askedBy }: Pick<ResumptionRecord, 'asked_by'>,
  operatorId: string,
): string | null => (askedBy === operatorId ? 'You asked for this, so someone else has to confirm it.' : null)

/** Lets a person in whom somebody else has asked to let in. Throws `Refused`. */
export async function confirmResumptionOf(
  trx: Kysely<DB>,
  operator: Operator,
  userId: string,
  now: Date,
): Promise<void> {
  const asked = await lockAsked(trx, operator, userId, now)
  const refusal = resumptionRefusal(asked, operator.userId)
  if (refusal !== null) throw new Refused(refusal)
  await decideOpenResumption(trx, userId, { state: 'confirmed', by: operator.userId, at: now, note: null })
  await letIn(trx, operator, { userId, detail: { reason: asked.reason } }, now)
}

/** Leaves a person suspended whom somebody has asked to let in; who asked may take it back. Throws `Refused`. */
export async function declineResumptionOf(
  trx: Kysely<DB>,
  operator: Operator,
  { userId, reason }: About,
  now: Date,
): Promise<void> {
  await lockAsked(trx, operator, userId, now)
  await closeRequest(trx, operator, { userId, note: reason }, now)
  await recordByOperator(trx, operator, {
    kind: 'access-resumption-declined',
    userId,
    at: now,
    detail: { reason },
  })
}

/** Declines the request about a person that waits, if there is one. */
export const closeRequest = (
  trx: Kysely<DB>,
  operator: Operator,
  { userId, note }: { userId: string; note: string },
  now: Date,
): Promise<void> =>
  decideOpenResumption(trx, userId, { state: 'declined', by: operator.userId, at: now, note })

async function lockSuspended(trx: Kysely<DB>, operator: Operator, userId: string, now: Date): Promise<void> {
  const person = await lockPersonFor(trx, operator, userId, now)
  if (userId === operator.userId) throw new Refused('No one changes their own access.')
  if (!person.isSuspended) throw new Refused('This person is not suspended.', 'conflict')
}

async function lockAsked(
  trx: Kysely<DB>,
  operator: Operator,
  userId: string,
  now: Date,
): Promise<ResumptionRecord> {
  await lockSuspended(trx, operator, userId, now)
  const asked = await lockOpenResumption(trx, userId)
  if (!asked) throw new Refused('No one asks to let this person in any more.', 'conflict')
  return asked
}

/** Whether a right that two people give is or can be in force again: it may begin later, or be suspended and put back by one person. */
async function hasRightsOfTwoPeople(trx: Kysely<DB>, userId: string, now: Date): Promise<boolean> {
  const rights = await openRightsOf(trx, userId)
  return rights.some(
    right =>
      right.state !== 'requested' &&
      (right.valid_until === null || right.valid_until > now) &&
      takesTwoPeople(actionsOfRight(right)),
  )
}

async function letIn(
  trx: Kysely<DB>,
  operator: Operator,
  { userId, detail }: { userId: string; detail: Record<string, string> },
  now: Date,
): Promise<void> {
  await setSuspension(trx, userId, null)
  await recordByOperator(trx, operator, {
    kind: 'access-resumed',
    userId,
    at: now,
    detail: { ...detail, before: 'suspended', after: 'access' },
  })
}
