import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DB, PostingCommand, PostingRequest } from '../../../server/db/schema.ts'
import { shortRead } from '../../../server/db/statement.ts'

export type PostingRequestRecord = Selectable<PostingRequest>

/** The account of a request about a grant or a contribution. @throws Error for a bank file or a batch, which have none. */
export function accountOf({ account_id: accountId, kind }: PostingRequestRecord): string {
  if (accountId === null) throw new Error(`a request of the kind ${kind} has no account`)
  return accountId
}

/**
 * Serializes the posting commands of a person until the transaction ends, in every book of the database, so that each sees the amounts of
 * the others.
 */
export async function lockPoster(trx: Kysely<DB>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('posts:' || ${userId}, 0))`.execute(trx)
}

/** A numeric sum as text would lose nothing either, but amounts are bounded, and so is a day of one person. */
export const sumPostedSince = shortRead<{ sum_minor: bigint }, [userId: string, since: Date]>(`
  select least(coalesce(sum(amount_minor), 0), 9223372036854775807)::bigint as sum_minor
    from posting_command where user_id = $1 and at > $2`)

export async function insertPostingCommand(
  trx: Kysely<DB>,
  command: Insertable<PostingCommand>,
): Promise<void> {
  await trx.insertInto('posting_command').values(command).execute()
}

export async function findOpenRequest(
  db: Kysely<DB>,
  subjectId: string,
): Promise<PostingRequestRecord | undefined> {
  return await db
    .selectFrom('posting_request')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'requested')
    .executeTakeFirst()
}

export async function insertRequest(trx: Kysely<DB>, request: Insertable<PostingRequest>): Promise<void> {
  await trx.insertInto('posting_request').values(request).execute()
}

export async function findRequest(
  db: Kysely<DB>,
  requestId: string,
): Promise<PostingRequestRecord | undefined> {
  return await db
    .selectFrom('posting_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** Locks a request until the transaction ends. */
export async function lockRequest(
  trx: Kysely<DB>,
  requestId: string,
): Promise<PostingRequestRecord | undefined> {
  return await trx
    .selectFrom('posting_request')
    .selectAll()
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRequest(
  trx: Kysely<DB>,
  requestId: string,
  columns: Partial<Insertable<PostingRequest>>,
): Promise<void> {
  await trx.updateTable('posting_request').set(columns).where('request_id', '=', requestId).execute()
}

export type WaitingRequest = PostingRequestRecord & {
  fund_id: bigint | null
  account_name: string | null
  charity_name: string | null
  file_name: string | null
  format: string | null
  batch_number: bigint | null
  batch_reference: string | null
  batch_lines: number | null
  total: bigint
}

/** The most that are listed to be decided; there are few. */
const maxListed = 200

export async function listWaiting(db: Kysely<DB>): Promise<WaitingRequest[]> {
  const { rows } = await sql<WaitingRequest>`
    select r.*, name_and_access(r.requested_by, r.requested_by_name) as requested_by_name,
      a.fund_id, a.account_name, g.charity_name, f.file_name, f.format, b.batch_number, b.reference as batch_reference,
      b.line_count as batch_lines, count(*) over () as total
    from posting_request r
      left join bank_file f on f.book = r.book and f.bank_file_id = r.bank_file_id
      left join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
      left join fund_account a on a.book = r.book and a.account_id = r.account_id
      left join grant_recommendation g on g.book = r.book and g.grant_id = r.subject_id
    where r.state = 'requested'
    order by r.requested_at, r.request_id limit ${maxListed}`.execute(db)
  return rows
}

/** How many commands wait for a second person. */
export async function countWaiting(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from posting_request where state = 'requested'`.execute(db)
  return Number(rows[0]?.total ?? 0n)
}
