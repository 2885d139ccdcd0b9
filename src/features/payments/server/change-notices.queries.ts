import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { DB, ChangeNotice as NoticeRow } from '../../../server/db/schema.ts'
import type { ChangeNotice } from './bank-files/change-notice.ts'

/** Identifies a notice, as the unique constraint of the table does. */
export const noticeKey = ({
  traces,
  code,
  reference,
  text,
}: Pick<ChangeNotice, 'traces' | 'code' | 'reference' | 'text'>): string =>
  JSON.stringify([traces, code, reference, text])

/** The keys of stored notices with these trace numbers. */
export async function listNoticeKeys(db: Kysely<DB>, traces: readonly string[]): Promise<Set<string>> {
  if (traces.length === 0) return new Set()
  const rows = await db
    .selectFrom('change_notice')
    .select(['traces', 'code', 'reference', 'correction as text'])
    .where('traces', '=', sql<string>`any(${[...new Set(traces)]}::text[])`)
    .execute()
  return new Set(rows.map(noticeKey))
}

type NewNotice = {
  notice_id: string
  line: number
  code: string
  reference: string | null
  traces: string
  correction: string
  payment_id: string | null
  problem: string | null
}

/** Returns how many were added: fewer if another file has stored one of them meanwhile. */
export async function insertNotices(
  trx: Kysely<DB>,
  { bankFileId, receivedAt }: { bankFileId: string; receivedAt: Date },
  notices: readonly NewNotice[],
): Promise<number> {
  const result = await sql`
    insert into change_notice (bank_file_id, received_at, notice_id, line, code, reference, traces, correction, payment_id, problem)
    select ${bankFileId}::uuid, ${receivedAt}::timestamptz, n.* from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      as n (notice_id uuid, line integer, code text, reference text, traces text, correction text, payment_id uuid, problem text)
    on conflict on constraint one_change_notice do nothing`.execute(trx)
  return Number(result.numAffectedRows ?? 0n)
}

/** Locks a notice until the transaction ends. */
export async function lockNotice(
  trx: Kysely<DB>,
  noticeId: string,
): Promise<Selectable<NoticeRow> | undefined> {
  return await trx
    .selectFrom('change_notice')
    .selectAll()
    .where('notice_id', '=', noticeId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateNotice(
  trx: Kysely<DB>,
  noticeId: string,
  columns: Updateable<NoticeRow>,
): Promise<void> {
  await trx.updateTable('change_notice').set(columns).where('notice_id', '=', noticeId).execute()
}

/** Why notices wait for a person, by their ids. */
export async function updateProblems(trx: Kysely<DB>, problems: ReadonlyMap<string, string>): Promise<void> {
  await sql`
    update change_notice n set problem = left(p.problem, 500)
    from unnest(${[...problems.keys()]}::uuid[], ${[...problems.values()]}::text[]) p (notice_id, problem)
    where n.notice_id = p.notice_id`.execute(trx)
}

/** A notice with its latest proposal of bank details: one that was not declined, if there is one. */
export type ListedNotice = Selectable<NoticeRow> & {
  file_name: string
  grant_id: string | null
  charity_id: string | null
  charity_name: string | null
  details_state: 'proposed' | 'confirmed' | 'replaced' | 'declined' | null
  details_proposed_by: string | null
  details_proposed_by_name: string | null
  details_proposed_at: Date | null
  details_decided_by_name: string | null
  details_decided_at: Date | null
  details_note: string | null
}

/** It was closed, or became details that wait or were confirmed. Details that were declined leave it to be decided. */
const isDecided = sql`(n.state = 'closed' or coalesce(d.state in ('proposed', 'confirmed', 'replaced'), false))`

const columns = sql`
  n.*, f.file_name, p.grant_id, p.charity_id, g.charity_name, d.state as details_state, d.proposed_by as details_proposed_by,
  d.proposed_by_name as details_proposed_by_name, d.proposed_at as details_proposed_at,
  d.decided_by_name as details_decided_by_name, d.decided_at as details_decided_at, d.note as details_note`

const from = sql`
  change_notice n
    join bank_file f on f.book = n.book and f.bank_file_id = n.bank_file_id
    left join payment p on p.book = n.book and p.payment_id = n.payment_id
    left join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    left join lateral (
      select x.* from (
        select state, proposed_by, proposed_by_name, proposed_at, decided_by_name, decided_at, note
        from charity_bank_details where notice_id = n.notice_id
      ) x order by (x.state = 'declined'), x.proposed_at desc limit 1
    ) d on true`

export async function findNotice(db: Kysely<DB>, noticeId: string): Promise<ListedNotice | undefined> {
  const { rows } = await sql<ListedNotice>`
    select ${columns} from ${from} where n.notice_id = ${noticeId}`.execute(db)
  return rows[0]
}

/** Notices that wait for a person, oldest first. */
export async function listOpenNotices(db: Kysely<DB>, limit: number): Promise<ListedNotice[]> {
  const { rows } = await sql<ListedNotice>`
    select ${columns} from ${from}
    where n.state = 'open' and not ${isDecided} order by n.received_at, n.notice_id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Notices that became proposals or were closed, the latest first. */
export async function listDecidedNotices(db: Kysely<DB>, limit: number): Promise<ListedNotice[]> {
  const { rows } = await sql<ListedNotice>`
    select ${columns} from ${from}
    where ${isDecided}
    order by coalesce(n.decided_at, d.decided_at, d.proposed_at) desc, n.notice_id limit ${limit}`.execute(db)
  return rows
}

export async function countOpenNotices(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from change_notice n
    where n.state = 'open' and not exists (
      select from charity_bank_details d where d.notice_id = n.notice_id and d.state <> 'declined')`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0n)
}
