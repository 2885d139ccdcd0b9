import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../../server/auth/actor.ts'
import { consumeEmailCode, invalidatePasswordLink } from '../../../../server/auth/one-time-link.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { callUs } from '../../../../server/mail/letter.ts'
import { writePersonMail } from '../../../../server/mail/person-mail.ts'
import { asSsoId } from '../../../identity/server/create-user.ts'
import { syncPerson } from '../../server/sync-person.ts'
import type * as contract from '../email.contract.ts'
import { emailCode, invalidEmailCode } from '../email.contract.ts'
import { changeEmail } from './email.queries.ts'
import { requireMayChangeEmail } from './request-email-change.ts'

type Context = ContextOf<typeof contract.confirmEmailChange>

/** A wrong code is counted, so the transaction commits before the error is thrown. */
type Outcome = { kind: 'changed'; email: string; userId: string } | { kind: 'wrong' | 'gone' | 'taken' }

/**
 * Changes the e-mail to the address that received the code. Completes a forced change (§4), notifies the former address and
 * invalidates password links that were sent there.
 */
export async function confirmEmailChange(
  { body }: HandlerInput<typeof contract.confirmEmailChange>,
  context: Context,
): Promise<Reply<typeof contract.confirmEmailChange>> {
  requireMayChangeEmail(context)
  const typed = z.safeParse(emailCode, body.code)
  if (!typed.success) throw fieldProblem('code', invalidEmailCode)
  const { client, realmDb } = context
  const outcome = await realmDb
    .transaction()
    .execute(trx => consume(trx, typed.data, context))
    .catch(takenIfSsoIdExists)
  switch (outcome.kind) {
    case 'changed':
      return { email: outcome.email, userId: outcome.userId }
    case 'wrong':
      throw fieldProblem('code', 'This isn’t the code from our latest message')
    case 'gone':
      throw new Problem('conflict', { detail: 'This code no longer works. Please request a new one.' })
    case 'taken':
      throw new Problem('validation', {
        errors: {
          '': [
            `Another user ID already uses this e-mail address. Use another address, or ${callUs(client)}.`,
          ],
        },
      })
  }
}

async function consume(trx: Kysely<DB>, code: string, context: Context): Promise<Outcome> {
  const { actor, client, identity, clock, request } = context
  const now = clock.now()
  const consumed = await consumeEmailCode(trx, identity.secret, { userId: actor.userId, code }, now)
  if (consumed.kind !== 'right') return consumed
  const ssoId = client.mapsEmailToSsoId ? asSsoId(consumed.newEmail) : null
  const changed = await changeEmail(trx, { userId: actor.userId, email: consumed.newEmail, ssoId })
  if (!changed) return { kind: 'taken' }
  await invalidatePasswordLink(trx, actor.userId, now)
  await addJob(trx, syncPerson, { userId: actor.userId })
  await writePersonMail(trx, identity.secret, {
    client,
    kind: 'email-changed',
    cause: `email-changed:${request.id}`,
    to: actor.email,
    letter: {
      subject: 'Your e-mail address was changed',
      name: nameOf(actor),
      blocks: [
        'Your e-mail address was changed. From now on, we’ll use the new address instead of this one.',
      ],
      ifUnexpected: `If this wasn’t you, please ${callUs(client)} immediately.`,
    },
  })
  await recordAuditEvent(trx, {
    kind: 'email-changed',
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: now,
    address: request.ip,
    detail: { client: client.name, ...(actor.forceEmailChange ? { reason: 'forced' } : {}) },
  })
  return { kind: 'changed', email: consumed.newEmail, userId: changed.ssoId }
}

/** A unique constraint rejects a user id that another person has. */
function takenIfSsoIdExists(error: unknown): Outcome {
  // An error of the database has the constraint; others leave it undefined.
  if ((error as { constraint?: string }).constraint === 'app_user_realm_sso_id_key') return { kind: 'taken' }
  throw error
}
