import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { MailTable } from '../../../server/mail/mails.queries.ts'
import type { MailState } from '../mails.contract.ts'

export type StoredMailRow = {
  mail_id: string
  kind: string
  to_address: string
  subject: string
  created_at: Date
  sent_at: Date | null
  failed_at: Date | null
  failure: string | null
  attempts: number
  is_expired: boolean
  fund_id: bigint | null
}

type Search = { state: MailState; first: number }

/** The newest mails of the book, with their accounts. */
export async function readAccountMails(
  db: Kysely<DB>,
  search: Search,
): Promise<{ rows: StoredMailRow[]; total: number }> {
  return await readMails(db, search, {
    columns: sql`false as is_expired, a.fund_id`,
    from: sql`outgoing_mail m left join fund_account a on a.book = m.book and a.account_id = m.account_id`,
    isExpired: sql`false`,
    where: sql`true`,
  })
}

/** The newest mails of this client to people and visitors. A realm's clients share the table. */
export async function readPersonMails(
  realmDb: Kysely<DB>,
  client: string,
  search: Search,
): Promise<{ rows: StoredMailRow[]; total: number }> {
  const isExpired = sql`(m.sent_at is null and coalesce(m.expires_at <= now(), false))`
  return await readMails(realmDb, search, {
    columns: sql`${isExpired} as is_expired, null::bigint as fund_id`,
    from: sql`person_mail m`,
    isExpired,
    where: sql`m.client = ${client}`,
  })
}

type Parts = Record<'columns' | 'from' | 'isExpired' | 'where', RawBuilder<unknown>>

async function readMails(db: Kysely<DB>, { state, first }: Search, parts: Parts) {
  const { columns, from, isExpired, where } = parts
  const ofState = {
    failed: sql`m.sent_at is null and (m.attempts > 0 or ${isExpired})`,
    waiting: sql`m.sent_at is null and m.attempts = 0 and not ${isExpired}`,
    sent: sql`m.sent_at is not null`,
  }[state]
  const condition = sql`${where} and ${ofState}`
  const { rows } = await sql<StoredMailRow>`
    select m.mail_id, m.kind, m.to_address, m.subject, m.created_at, m.sent_at, m.failed_at, m.failure, m.attempts, ${columns}
    from ${from} where ${condition} order by m.created_at desc, m.mail_id desc limit ${first}`.execute(db)
  // Sent mails are never deleted, so counting them would take longer each year.
  if (state === 'sent') return { rows, total: rows.length }
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from ${from} where ${condition}`.execute(db)
  return { rows, total: Number(counted.rows[0]?.total ?? 0) }
}

/** Whether the mail belongs to this client of the realm. */
export async function isMailOf(
  db: Kysely<DB>,
  table: MailTable,
  mailId: string,
  client: string | null,
): Promise<boolean> {
  const ofClient = client === null ? sql`` : sql`and client = ${client}`
  const { rows } = await sql`
    select from ${sql.table(table)} where mail_id = ${mailId} ${ofClient}`.execute(db)
  return rows.length > 0
}
