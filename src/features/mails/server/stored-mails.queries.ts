import { type Kysely, type RawBuilder, sql } from 'kysely'
import { countRows } from '../../../server/db/count-rows.queries.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
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
  keyset: Position
}

type Search = { state: MailState; keywords: string }
type Found = { rows: StoredMailRow[]; total: number; isTotalExact: boolean }

/** The id of a mail begins with the time at which it was written, and the index of the ids is in that order. */
export const mailKeysets = {
  createdAt: [{ sql: 'm.mail_id', type: 'uuid' }],
} as const satisfies Record<string, readonly Key[]>

/** A page of the mails of the book, with their accounts. */
export async function readAccountMails(db: Kysely<DB>, search: Search, page: KeysetPage): Promise<Found> {
  return await readMails(db, search, page, {
    columns: sql`false as is_expired, a.fund_id`,
    from: sql`outgoing_mail m left join fund_account a on a.book = m.book and a.account_id = m.account_id`,
    isExpired: sql`false`,
    where: sql`true`,
  })
}

/** A page of the mails of this client to people and visitors. A realm's clients share the table. */
export async function readPersonMails(
  realmDb: Kysely<DB>,
  client: string,
  search: Search,
  page: KeysetPage,
): Promise<Found> {
  const isExpired = sql`(m.sent_at is null and coalesce(m.expires_at <= now(), false))`
  return await readMails(realmDb, search, page, {
    columns: sql`${isExpired} as is_expired, null::bigint as fund_id`,
    from: sql`person_mail m`,
    isExpired,
    where: sql`m.client = ${client}`,
  })
}

type Parts = Record<'columns' | 'from' | 'isExpired' | 'where', RawBuilder<unknown>>

async function readMails(
  db: Kysely<DB>,
  { state, keywords }: Search,
  page: KeysetPage,
  { columns, from, isExpired, where }: Parts,
): Promise<Found> {
  const { keyset, after, first } = page
  const ofState = {
    failed: sql`m.sent_at is null and (m.attempts > 0 or ${isExpired})`,
    waiting: sql`m.sent_at is null and m.attempts = 0 and not ${isExpired}`,
    sent: sql`m.sent_at is not null`,
  }[state]
  const text = keywords.trim().toLowerCase()
  const isFound = sql`(${text} = '' or position(${text} in lower(m.to_address)) > 0 or position(${text} in lower(m.subject)) > 0)`
  const condition = sql`${where} and ${ofState} and ${isFound}`
  const { rows } = await sql<StoredMailRow>`
    select m.mail_id, m.kind, m.to_address, m.subject, m.created_at, m.sent_at, m.failed_at, m.failure, m.attempts, ${columns},
      ${sql.raw(keysetColumn(keyset))}
    from ${from} where ${condition} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, ...(await countRows(db, sql`${from} where ${condition}`, page)) }
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
