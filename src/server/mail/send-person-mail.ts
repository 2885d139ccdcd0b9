import { z } from 'zod'
import { task } from '../jobs/task.ts'
import { readableBody } from './person-mail.ts'

/**
 * Sends one recorded mail of a realm, once, and takes its link or code out of the database. One whose link is stale by
 * now is not sent. Without a mail server it stays recorded, as other mails do.
 */
export const sendPersonMail = task(
  'send-person-mail',
  z.object({ mailId: z.uuid() }),
  async ({ mailId }, { db, mailer, secret }) => {
    if (!mailer) return
    const mail = await db
      .selectFrom('person_mail')
      .selectAll()
      .where('mail_id', '=', mailId)
      .where('sent_at', 'is', null)
      .executeTakeFirst()
    if (!mail || (mail.expires_at !== null && mail.expires_at <= new Date())) return
    const body = readableBody(secret, mail)
    if (body === null) throw new Error(`the link of mail ${mailId} cannot be read: APP_SECRET has changed`)
    await mailer.send({
      from: mail.from_address,
      to: mail.to_address,
      ...(mail.reply_to === null ? {} : { replyTo: mail.reply_to }),
      subject: mail.subject,
      body,
      messageId: mail.mail_id,
    })
    await db
      .updateTable('person_mail')
      .set({ sent_at: new Date(), encrypted_secret: null })
      .where('mail_id', '=', mailId)
      .execute()
  },
)
