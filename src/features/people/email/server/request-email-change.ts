import type { Client } from '../../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { minuteMs } from '../../../../domain/durations.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { nameOf } from '../../../../server/auth/actor.ts'
import { codeLifetimeMs, newCode, saveEmailCode } from '../../../../server/auth/one-time-link.ts'
import { countAttempt } from '../../../../server/auth/rate-limit.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireMailTo } from '../../../../server/mail/mail-limit.ts'
import { writePersonMail } from '../../../../server/mail/person-mail.ts'
import type * as contract from '../email.contract.ts'

type Principal = { actor: { hasAccess: boolean; forceEmailChange: boolean }; client: Client }

/**
 * Allows a forced change at every client, and others where the client's profileUpdates is on (§15).
 */
export function requireMayChangeEmail({ actor, client }: Principal): void {
  if (!actor.forceEmailChange && !(actor.hasAccess && client.profileUpdates))
    throw new Problem('access-denied')
}

/**
 * Sends a code to the new address. Whether another person has that address is revealed only at the confirmation, to a reader
 * of its mail.
 */
export async function requestEmailChange(
  { body }: HandlerInput<typeof contract.requestEmailChange>,
  context: ContextOf<typeof contract.requestEmailChange>,
): Promise<Reply<typeof contract.requestEmailChange>> {
  requireMayChangeEmail(context)
  const { actor, client, realmDb, identity, clock, request } = context
  if (body.email.toLowerCase() === actor.email.toLowerCase())
    throw fieldProblem('email', 'This is already your e-mail address. Enter a new one.')
  const now = clock.now()
  const subjects = { user: `email-change ${actor.userId}`, address: `email-change ${request.ip}` }
  await countAttempt(realmDb, identity.secret, subjects, now, 'requests for a code')
  const code = newCode()
  await realmDb.transaction().execute(async trx => {
    await requireMailTo(trx, identity.secret, {
      sender: { kind: 'person', userId: actor.userId },
      ...{ to: body.email, day: context.today },
    })
    const about = { userId: actor.userId, code, newEmail: body.email, createdAt: now }
    const { expiresAt } = await saveEmailCode(trx, identity.secret, about)
    await writePersonMail(trx, identity.secret, {
      client,
      kind: 'email-code',
      cause: `email-code:${request.id}`,
      to: body.email,
      letter: {
        subject: 'Confirm your e-mail address',
        name: nameOf(actor),
        blocks: [
          `To make this your e-mail address at ${client.displayName}, enter this code on the page where you requested it:`,
          { secret: 'code' },
          `The code works once and expires ${codeLifetimeMs / minuteMs} minutes after your request. We never ask for it by e-mail or phone.`,
        ],
        ifUnexpected:
          'If this wasn’t you, you can ignore this message: no e-mail address changes without the code.',
      },
      secret: { value: `${code.slice(0, 4)} ${code.slice(4)}`, expiresAt: expiresAt },
    })
    await recordAuditEvent(trx, {
      kind: 'email-code-sent',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at: now,
      address: request.ip,
      detail: { client: client.name },
    })
  })
  return {}
}
