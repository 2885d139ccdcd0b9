import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../server/db/schema.ts'

export type MailToMake = {
  accountId?: string
  cause?: string
  to?: string
  subject?: string
  body?: string
  createdAt?: string
  /** The error of failed attempts; absent: none failed. */
  failure?: string
}

/** Stores a mail of the book of `db` without a job that sends it. Returns its id. */
export async function makeMail(db: Kysely<DB>, about: MailToMake = {}): Promise<string> {
  const { body = 'Thank you.', failure } = about
  const mail = await db
    .insertInto('outgoing_mail')
    .values({
      client: 'npt',
      kind: 'grant-paid',
      cause: about.cause ?? randomUUID(),
      account_id: about.accountId ?? null,
      from_address: 'support@npt.example',
      to_address: about.to ?? 'margaret@ellison.example',
      subject: about.subject ?? 'Your grant was paid',
      body,
      html: '<p>Thank you.</p>',
      ...(about.createdAt === undefined ? {} : { created_at: about.createdAt }),
      ...(failure === undefined ? {} : { failure, failed_at: new Date(), attempts: 1 }),
    })
    .returning('mail_id')
    .executeTakeFirstOrThrow()
  return mail.mail_id
}
