import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { PersonNoticeKind } from '../../contract/notice-kinds.ts'
import type { DB } from '../db/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { type Letter, letterText, subjectOf } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { insertPersonMail } from './mails.queries.ts'
import { mailCipher, sendPersonMail, storeAccountMails } from './send-mail.ts'

/** A mail to or about a person, from the client. */
type PersonMail = {
  client: Client
  kind: PersonNoticeKind
  /** The idempotency key: there is one mail for each cause. */
  cause: string
  to: string
  /** The address for replies, if it is not the client's. */
  replyTo?: string
  letter: Letter
  /** The link or code for the letter's block `secret`. */
  secret?: { value: string; expiresAt: Date }
}

/**
 * Stores a mail and adds the job that sends it, in the transaction of the realm. Returns false if there is a mail with this
 * cause already.
 */
export async function writePersonMail(
  trx: Kysely<DB>,
  appSecret: string,
  mail: PersonMail,
): Promise<boolean> {
  const stored = await insertPersonMail(trx, {
    ...columnsOf(appSecret, mail),
    reply_to: mail.replyTo ?? null,
  })
  if (!stored) return false
  await addJob(trx, sendPersonMail, { mailId: stored.mail_id }, { key: stored.mail_id })
  return true
}

/** The same in the transaction of a book: for people who need not have a login, such as those who sign an application. */
export const writeMailOfBook = (
  trx: Kysely<DB>,
  appSecret: string,
  mail: Omit<PersonMail, 'replyTo'>,
): Promise<void> => writeMailsOfBook(trx, appSecret, [mail])

/** The same for several mails, with the same number of statements. */
export async function writeMailsOfBook(
  trx: Kysely<DB>,
  appSecret: string,
  mails: readonly Omit<PersonMail, 'replyTo'>[],
): Promise<void> {
  await storeAccountMails(
    trx,
    mails.map(mail => columnsOf(appSecret, mail)),
  )
}

const columnsOf = (appSecret: string, { client, kind, cause, to, letter, secret }: PersonMail) => ({
  client: client.name,
  kind,
  cause,
  from_address: client.support.email,
  to_address: to,
  subject: subjectOf(client, letter),
  body: letterText(client, letter),
  html: letterHtml(client, letter),
  encrypted_secret: secret ? mailCipher(appSecret, client.name).encrypt(secret.value) : null,
  expires_at: secret?.expiresAt ?? null,
})
