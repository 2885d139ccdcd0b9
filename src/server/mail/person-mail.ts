import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { type Cipher, cipherFor } from '../auth/encryption.ts'
import type { DB } from '../db/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { sendPersonMail } from './send-person-mail.ts'

/** Stands in a mail's text where its link or code belongs. */
export const secretPlace = '{secret}'

/** A mail to a person of the realm, or about one, in the name of the client. */
export type PersonMail = {
  client: Client
  /** A second mail of the same cause is not written. */
  cause: string
  to: string
  /** Whom the reader answers, where that is not the house. */
  replyTo?: string
  subject: string
  body: string
  /** The link or code that the body says {secret} for; of no use from `expiresAt` on. */
  secret?: { value: string; expiresAt: Date }
}

/** With which a link or code lies in the database until its mail is sent: the database alone signs nobody in. */
export const mailCipher = (appSecret: string, client: string): Cipher =>
  cipherFor(appSecret, `mail ${client}`)

/**
 * Records a mail and has it sent, in the transaction of `trx`, the realm's connection. Answers false where a mail of this
 * cause is there already.
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

/** A mail's text with its link or code in place; null where that was taken away or cannot be read. */
export function readableBody(
  appSecret: string,
  mail: { client: string; body: string; encrypted_secret: string | null; expires_at: Date | null },
): string | null {
  // A mail without a secret may hold the same letters: somebody wrote them.
  if (mail.expires_at === null || !mail.body.includes(secretPlace)) return mail.body
  const value =
    mail.encrypted_secret === null ? null : mailCipher(appSecret, mail.client).open(mail.encrypted_secret)
  return value === null ? null : mail.body.replace(secretPlace, () => value)
}

/** The letter around what is to be said, as all of the house's letters are. */
export function personLetter(client: Client, name: string, paragraphs: readonly string[]): string {
  return [
    `Dear ${name},`,
    ...paragraphs,
    `If you did not expect this message, please call ${client.support.phone} or write to ${client.support.email}.`,
    client.displayName,
  ].join('\n\n')
}
