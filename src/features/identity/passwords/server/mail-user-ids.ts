import { z } from 'zod'
import { dateOf } from '../../../../domain/dates.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { task } from '../../../../server/jobs/task.ts'
import { countMailTo } from '../../../../server/mail/mail-limit.ts'
import { writePersonMail } from '../../../../server/mail/person-mail.ts'
import { mailRequest } from './mail-password-link.ts'
import { findByEmail, mailExists } from './password.queries.ts'

/** Mails the user ids of an e-mail address to it, if there are any. */
export const mailUserIds = task(
  'mail-user-ids',
  mailRequest.extend({ email: z.string() }),
  async (request, { db, secret, client: clientOf }) => {
    const client = clientOf(request.client)
    const people = await findByEmail(db, request.email)
    const [first] = people
    if (!first) return
    await db.transaction().execute(async trx => {
      const cause = `user-ids:${request.requestId}`
      if (await mailExists(trx, cause)) return
      const day = dateOf(new Date(request.requestedAt), client.timeZone)
      if (
        !(await countMailTo(trx, secret, {
          sender: { kind: 'visitor', address: request.address },
          to: first.email,
          day,
        }))
      )
        return
      const isNew = await writePersonMail(trx, secret, {
        client,
        kind: 'user-ids',
        cause,
        to: first.email,
        letter: {
          subject: people.length === 1 ? 'Your user ID' : 'Your user IDs',
          // Several people may share an address, so the greeting names none of them.
          name: people.length === 1 ? `${first.first_name} ${first.last_name}` : `${client.displayName} user`,
          blocks: [
            'We received a request for the user IDs that belong to this e-mail address:',
            {
              lines: people.map(
                ({ sso_id, first_name, last_name }) => `${sso_id} (${first_name} ${last_name})`,
              ),
            },
          ],
          ifUnexpected: 'If this wasn’t you, you can ignore this message. We sent this list only to you.',
        },
      })
      if (!isNew) return
      await recordAuditEvent(trx, {
        kind: 'user-ids-sent',
        userId: people.length === 1 ? first.user_id : null,
        at: new Date(request.requestedAt),
        address: request.address,
        detail: { client: client.name, people: String(people.length) },
      })
    })
  },
)
