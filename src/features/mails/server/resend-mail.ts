import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type MailTable, resetAttempts } from '../../../server/mail/mails.queries.ts'
import { sendMail, sendPersonMail } from '../../../server/mail/send-mail.ts'
import type * as contract from '../mails.contract.ts'
import { isMailOf } from './stored-mails.queries.ts'

/**
 * Tries again to send a mail at once, in place of its next retry. A mail that was sent is not sent twice. Throws `not-found` for
 * another client's mail, and `conflict` for one that was sent or has expired.
 */
export async function resendMail(
  { params: { mailId } }: HandlerInput<typeof contract.resendMail>,
  context: ContextOf<typeof contract.resendMail>,
): Promise<Reply<typeof contract.resendMail>> {
  const { db, realmDb, client } = context
  if (await isMailOf(db, 'outgoing_mail', mailId, null)) await resend(db, 'outgoing_mail', mailId, context)
  else if (await isMailOf(realmDb, 'person_mail', mailId, client.name))
    await resend(realmDb, 'person_mail', mailId, context)
  else throw new Problem('not-found')
  return { mailId }
}

async function resend(
  db: Kysely<DB>,
  table: MailTable,
  mailId: string,
  { realmDb, actor, client, clock, request }: ContextOf<typeof contract.resendMail>,
): Promise<void> {
  await db.transaction().execute(async trx => {
    if (!(await resetAttempts(trx, table, mailId)))
      throw new Problem('conflict', {
        detail: 'This message has been sent in the meantime, or its link has expired.',
      })
    // Before the commit: a message that is sent again without an event would be worse than an event without a message.
    await recordAuditEvent(realmDb, {
      kind: 'mail-resent',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name, mail: mailId },
    })
    const task = table === 'outgoing_mail' ? sendMail : sendPersonMail
    await addJob(trx, task, { mailId }, { key: mailId })
  })
}
