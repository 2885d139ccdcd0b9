import { z } from 'zod'
import { dateOf } from '../../../../domain/dates.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { newLinkToken, savePasswordLink } from '../../../../server/auth/one-time-link.ts'
import { task } from '../../../../server/jobs/task.ts'
import { countMailTo } from '../../../../server/mail/mail-limit.ts'
import { writePersonMail } from '../../../../server/mail/person-mail.ts'
import { findUserWithAccess, mailExists } from './password.queries.ts'
import { linkLifetimeMinutes, passwordLink } from './password-link.ts'

/** A request of /password-setup or /forgot-user: its client, time and network address. */
export const mailRequest = z.object({
  client: z.string(),
  /** Identifies the request, so that a repeated job sends one mail. */
  requestId: z.uuid(),
  requestedAt: z.iso.datetime(),
  address: z.string(),
})

/** Mails a link to set the password to the person of this user id, if there is one. */
export const mailPasswordLink = task(
  'mail-password-link',
  mailRequest.extend({ userId: z.string() }),
  async (request, { db, secret, originPattern, client: clientOf }) => {
    const client = clientOf(request.client)
    const person = await findUserWithAccess(db, request.userId)
    if (!person) return
    const createdAt = new Date(request.requestedAt)
    const token = newLinkToken()
    await db.transaction().execute(async trx => {
      const cause = `password-link:${request.requestId}`
      if (await mailExists(trx, cause)) return
      const day = dateOf(createdAt, client.timeZone)
      if (
        !(await countMailTo(trx, secret, {
          sender: { kind: 'visitor', address: request.address },
          to: person.email,
          day,
        }))
      )
        return
      const { expiresAt } = await savePasswordLink(trx, secret, { userId: person.user_id, token, createdAt })
      await writePersonMail(trx, secret, {
        client,
        kind: 'password-link',
        cause,
        to: person.email,
        letter: {
          subject: 'Set your password',
          name: `${person.first_name} ${person.last_name}`,
          blocks: [
            `We received a request to set the password for the user ID ${person.sso_id}. To choose a password, open this page:`,
            { secret: 'link' },
            `The link works once and expires ${linkLifetimeMinutes} minutes after your request. We never ask for your password by e-mail or phone.`,
          ],
          ifUnexpected: 'If this wasn’t you, you can ignore this message: your password stays the same.',
        },
        secret: { value: passwordLink(originPattern, client, token), expiresAt },
      })
      await recordAuditEvent(trx, {
        kind: 'password-link-sent',
        userId: person.user_id,
        at: createdAt,
        address: request.address,
        detail: { client: client.name },
      })
    })
  },
)
