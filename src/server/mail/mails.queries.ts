import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, OutgoingMail, PersonMail } from '../db/schema.ts'

/** Mails about accounts are in their book, mails about people and from visitors in the realm. */
export type MailTable = 'outgoing_mail' | 'person_mail'

/** How long a job may take to hand a mail to the mail server. Longer than the mailer's own limits. */
const claimMinutes = 5

/** Stores mails with one statement, without those whose causes were mailed before. Returns the ids of those that were stored. */
export async function insertAccountMails(
  trx: Kysely<DB>,
  mails: readonly Insertable<OutgoingMail>[],
): Promise<string[]> {
  if (mails.length === 0) return []
  const stored = await trx
    .insertInto('outgoing_mail')
    .values(mails)
    .onConflict(conflict => conflict.columns(['book', 'cause']).doNothing())
    .returning('mail_id')
    .execute()
  return stored.map(({ mail_id: mailId }) => mailId)
}

/** Stores a mail unless its cause was mailed before; undefined in that case. */
export async function insertPersonMail(
  trx: Kysely<DB>,
  mail: Insertable<PersonMail>,
): Promise<{ mail_id: string } | undefined> {
  return await trx
    .insertInto('person_mail')
    .values(mail)
    .onConflict(conflict => conflict.columns(['realm', 'cause']).doNothing())
    .returning('mail_id')
    .executeTakeFirst()
}

export type MailToSend = {
  mail_id: string
  client: string
  kind: string
  from_address: string
  to_address: string
  reply_to: string | null
  subject: string
  body: string
  html: string
  encrypted_secret: string | null
  expires_at: Date | null
  /** Only mails of a book have one. */
  attachment_name?: string | null
  attachment?: Buffer | null
}

/**
 * Reserves an unsent mail for this job, so that two jobs do not send it twice. `busy`: another job is sending it.
 * `none`: it was sent, or its link has expired.
 */
export async function claimMail(
  db: Kysely<DB>,
  table: MailTable,
  mailId: string,
): Promise<MailToSend | 'busy' | 'none'> {
  const expiry = sql`(expires_at is null or expires_at > now())`
  const { rows } = await sql<MailToSend>`
    update ${sql.table(table)} set claimed_until = now() + make_interval(mins => ${claimMinutes})
    where mail_id = ${mailId} and sent_at is null and ${expiry} and (claimed_until is null or claimed_until <= now())
    returning *`.execute(db)
  const [claimed] = rows
  if (claimed) return claimed
  const waiting = await sql`
    select from ${sql.table(table)} where mail_id = ${mailId} and sent_at is null and ${expiry}`.execute(db)
  return waiting.rows.length > 0 ? 'busy' : 'none'
}

/** Records that the mail server accepted the mail, and deletes its link, code or attachment. */
export async function setSent(db: Kysely<DB>, table: MailTable, mailId: string): Promise<void> {
  const attachment = table === 'outgoing_mail' ? sql`, attachment = null` : sql``
  await sql`
    update ${sql.table(table)} set sent_at = now(), claimed_until = null, encrypted_secret = null${attachment}
    where mail_id = ${mailId}`.execute(db)
}

/** Records a failed attempt with its reason, for staff. */
export async function setFailed(
  db: Kysely<DB>,
  table: MailTable,
  mailId: string,
  failure: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set attempts = attempts + 1, failed_at = now(), failure = ${failure}, claimed_until = null
    where mail_id = ${mailId}`.execute(db)
}

/** Resets the attempts of a mail that staff send again. False if it was sent, has expired or does not exist. */
export async function resetAttempts(db: Kysely<DB>, table: MailTable, mailId: string): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set attempts = 0 where mail_id = ${mailId} and sent_at is null and (expires_at is null or expires_at > now())
    returning mail_id`.execute(db)
  return rows.length > 0
}

/** The person whom a mail about their own login methods goes to. */
export async function findPersonToMail(
  trx: Kysely<DB>,
  userId: string,
): Promise<{ sso_id: string; email: string; first_name: string; last_name: string }> {
  return await trx
    .selectFrom('app_user')
    .select(['sso_id', 'email', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}
