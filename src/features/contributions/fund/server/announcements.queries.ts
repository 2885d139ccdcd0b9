import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { Currency } from '../../../../domain/money.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { type Announcement, kindsOfWays, type WayToGive } from '../../domain/announcement.ts'
import type { AssetLine, ContributionState, DocumentState } from '../../domain/contribution.ts'

/** The columns of a contribution that its announcement says. */
const columnsOf = ({ way, sendsOn, sentFrom, note, ...gift }: Announcement) => ({
  way,
  kind: kindsOfWays[way].kind,
  amount_minor: 'amountMinor' in gift ? gift.amountMinor : null,
  sends_on: sendsOn,
  sent_from: sentFrom === '' ? null : sentFrom,
  note: note === '' ? null : note,
})

type NewAnnouncement = {
  accountId: string
  announcement: Announcement
  currency: Currency
  by: { userId: string; name: string; sessionId: string | null; address: string | null }
  at: Date
  idempotencyKey: string
}

export async function insertAnnouncement(
  trx: Kysely<DB>,
  { accountId, announcement, currency, by, at, idempotencyKey }: NewAnnouncement,
): Promise<{ contributionId: string; transactionId: number }> {
  const row = await trx
    .insertInto('contribution')
    .values({
      ...columnsOf(announcement),
      account_id: accountId,
      state: 'announced',
      currency,
      needs_countersignature: false,
      entered_by: by.userId,
      entered_by_name: by.name,
      session_id: by.sessionId,
      address: by.address,
      entered_at: at,
      idempotency_key: idempotencyKey,
    })
    .returning(['contribution_id', 'transaction_id'])
    .executeTakeFirstOrThrow()
  await insertAssets(trx, row.contribution_id, announcement)
  return { contributionId: row.contribution_id, transactionId: Number(row.transaction_id) }
}

export async function updateAnnouncement(
  trx: Kysely<DB>,
  contributionId: string,
  { announcement, revision }: { announcement: Announcement; revision: number },
): Promise<void> {
  await trx.deleteFrom('contribution_asset').where('contribution_id', '=', contributionId).execute()
  await trx
    .updateTable('contribution')
    .set({ ...columnsOf(announcement), revision })
    .where('contribution_id', '=', contributionId)
    .execute()
  await insertAssets(trx, contributionId, announcement)
}

async function insertAssets(
  trx: Kysely<DB>,
  contributionId: string,
  announcement: Announcement,
): Promise<void> {
  if (!('assets' in announcement)) return
  await trx
    .insertInto('contribution_asset')
    .values(
      announcement.assets.map((asset, index) => ({
        contribution_id: contributionId,
        line: index + 1,
        ...asset,
      })),
    )
    .execute()
}

export type AnnouncedRow = {
  contribution_id: string
  transaction_id: bigint
  account_id: string
  account_name: string
  fund_id: bigint
  way: WayToGive | null
  amount_minor: bigint | null
  currency: Currency
  state: ContributionState
  sends_on: IsoDate | null
  sent_from: string | null
  revision: number
  entered_by: string
  entered_by_name: string
  entered_at: Date
  assets: AssetLine[]
  document: DocumentState | null
  isFiled: boolean
}

/** A contribution as its announcement has it; `isLocked` holds it until the transaction ends. */
export async function findAnnounced(
  db: Kysely<DB>,
  contributionId: string,
  { isLocked = false } = {},
): Promise<AnnouncedRow | undefined> {
  // The lock comes first, so that what is read is what the transaction before has committed.
  if (isLocked)
    await sql`select from contribution where contribution_id = ${contributionId} for update`.execute(db)
  const { rows } = await sql<AnnouncedRow>`
    select c.contribution_id, c.transaction_id, c.account_id, a.account_name, a.fund_id, c.way, c.amount_minor, c.currency, c.state,
      c.sends_on, c.sent_from, c.revision, c.entered_by, c.entered_by_name, c.entered_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('ticker', s.ticker, 'description', s.description, 'quantity', s.quantity::text) order by s.line)
          from contribution_asset s where s.book = c.book and s.contribution_id = c.contribution_id), '[]') as assets,
      (select d.state from contribution_document d where d.book = c.book and d.contribution_id = c.contribution_id
        order by d.prepared_at desc, d.contribution_document_id desc limit 1) as document,
      exists (select from posting_request r where r.book = c.book and r.subject_id = c.contribution_id and r.state = 'requested') as "isFiled"
    from contribution c join fund_account a on a.book = c.book and a.account_id = c.account_id
    where c.contribution_id = ${contributionId}`.execute(db)
  return rows[0]
}

/** What staff prepare a document for, they expect. */
export async function setExpected(trx: Kysely<DB>, contributionId: string): Promise<void> {
  await trx
    .updateTable('contribution')
    .set({ state: 'expected' })
    .where('contribution_id', '=', contributionId)
    .where('state', '=', 'announced')
    .execute()
}

type Overdue = { contribution_id: string; account_id: string }

/** What was announced, has not arrived, and was to be sent on one of the days: on the day that the donor named, or at once. */
export async function findOverdue(
  db: Kysely<DB>,
  { days, timeZone }: { days: readonly IsoDate[]; timeZone: string },
): Promise<(Overdue & { since: IsoDate })[]> {
  const { rows } = await sql<Overdue & { since: IsoDate }>`
    select * from (
      select c.contribution_id, c.account_id, greatest((c.entered_at at time zone ${timeZone})::date, c.sends_on) as since
      from contribution c join fund_account a on a.book = c.book and a.account_id = c.account_id
      where c.way is not null and c.state in ('announced', 'expected') and a.account_status in ('Entered', 'Active')
        and not exists (select from posting_request r
          where r.book = c.book and r.subject_id = c.contribution_id and r.state = 'requested')
    ) o where o.since = any(${days}::date[])`.execute(db)
  return rows
}
