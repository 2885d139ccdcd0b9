import type { Kysely, Selectable } from 'kysely'
import type { DB, OutgoingMail, PersonMail } from '../db/schema.ts'

/** The newest mails of a book. */
export async function listAccountMails(db: Kysely<DB>, limit: number): Promise<Selectable<OutgoingMail>[]> {
  return await db
    .selectFrom('outgoing_mail')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('mail_id', 'desc')
    .limit(limit)
    .execute()
}

export async function findAccountMail(
  db: Kysely<DB>,
  mailId: string,
): Promise<Selectable<OutgoingMail> | undefined> {
  return await db.selectFrom('outgoing_mail').selectAll().where('mail_id', '=', mailId).executeTakeFirst()
}

/** Mails about signing in belong to the realm, which several clients may share: each client shows its own. */
const personMailsOf = (realmDb: Kysely<DB>, client: string) =>
  realmDb.selectFrom('person_mail').selectAll().where('client', '=', client)

export async function listPersonMails(
  realmDb: Kysely<DB>,
  client: string,
  limit: number,
): Promise<Selectable<PersonMail>[]> {
  return await personMailsOf(realmDb, client)
    .orderBy('created_at', 'desc')
    .orderBy('mail_id', 'desc')
    .limit(limit)
    .execute()
}

export async function findPersonMail(
  realmDb: Kysely<DB>,
  client: string,
  mailId: string,
): Promise<Selectable<PersonMail> | undefined> {
  return await personMailsOf(realmDb, client).where('mail_id', '=', mailId).executeTakeFirst()
}
