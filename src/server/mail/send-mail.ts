import { z } from 'zod'
import { task } from '../jobs/task.ts'

/** Sends a stored mail once. Without a mail server the mail stays stored as unsent. */
export const sendMail = task(
  'send-mail',
  z.object({ mailId: z.uuid() }),
  async ({ mailId }, { db, mailer }) => {
    if (!mailer) return
    const mail = await db
      .selectFrom('outgoing_mail')
      .selectAll()
      .where('mail_id', '=', mailId)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    if (!mail) return
    await mailer.send({
      from: mail.from_address,
      to: mail.to_address,
      subject: mail.subject,
      body: mail.body,
      messageId: mail.mail_id,
    })
    await db.updateTable('outgoing_mail').set({ sent_at: new Date() }).where('mail_id', '=', mailId).execute()
  },
)
