import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../clients/client.ts'
import { type Cipher, cipherFor } from '../auth/encryption.ts'
import type { DB } from '../db/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { task } from '../jobs/task.ts'

/** The place of the link or code in a mail's body. */
export const secretPlaceholder = '{secret}'

/** A mail to or about a person of the realm, from the client. */
export type PersonMail = {
  client: Client
  /** The idempotency key: there is one mail for each cause. */
  cause: string
  to: string
  /** The address for replies, if it is not the client's. */
  replyTo?: string
  subject: string
  body: string
  /** The link or code that replaces {secret} in the body. */
  secret?: { value: string; expiresAt: Date }
}

/** Encrypts links and codes until their mail is sent, so that read access to the database does not suffice to log in. */
export const mailCipher = (appSecret: string, client: string): Cipher =>
  cipherFor(appSecret, `mail ${client}`)

/**
 * Stores a mail and adds the job that sends it, in the transaction of the realm. Returns false if there is a mail with this
 * cause already.
 */
export async function writePersonMail(
  trx: Kysely<DB>,
  appSecret: string,
  { client, cause, to, replyTo, subject, body, secret }: PersonMail,
): Promise<boolean> {
  const mail = await trx
    .insertInto('person_mail')
    .values({
      client: client.name,
      cause,
      from_address: client.support.email,
      to_address: to,
      reply_to: replyTo ?? null,
      subject: `${client.displayName}: ${subject}`,
      body,
      encrypted_secret: secret ? mailCipher(appSecret, client.name).encrypt(secret.value) : null,
      expires_at: secret?.expiresAt ?? null,
    })
    .onConflict(conflict => conflict.columns(['realm', 'cause']).doNothing())
    .returning('mail_id')
    .executeTakeFirst()
  if (!mail) return false
  await addJob(trx, sendPersonMail, { mailId: mail.mail_id })
  return true
}

/**
 * Sends a stored mail of a realm once, and deletes its link or code from the database. A mail whose link has expired is not
 * sent. Without a mail server the mail stays stored.
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
    const body = renderBody(secret, mail)
    if (body === null)
      throw new Error(`the link of mail ${mailId} cannot be decrypted: APP_SECRET has changed`)
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

/** The body with its link or code inserted; null if that was deleted or cannot be decrypted. */
export function renderBody(
  appSecret: string,
  mail: { client: string; body: string; encrypted_secret: string | null; expires_at: Date | null },
): string | null {
  // A mail without a secret may contain the placeholder as text.
  if (mail.expires_at === null || !mail.body.includes(secretPlaceholder)) return mail.body
  const value =
    mail.encrypted_secret === null ? null : mailCipher(appSecret, mail.client).decrypt(mail.encrypted_secret)
  return value === null ? null : mail.body.replace(secretPlaceholder, () => value)
}

/** Adds the salutation and the closing that all letters of the client have. */
export function formatLetter(client: Client, name: string, paragraphs: readonly string[]): string {
  return [
    `Dear ${name},`,
    ...paragraphs,
    `If you did not expect this message, please call ${client.support.phone} or write to ${client.support.email}.`,
    client.displayName,
  ].join('\n\n')
}
