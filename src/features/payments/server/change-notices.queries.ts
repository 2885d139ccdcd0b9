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

export type ListedNotice = Selectable<NoticeRow> & {
  file_name: string
  grant_id: string | null
  charity_id: string | null
  charity_name: string | null
}

const listed = (db: Kysely<DB>) =>
  db
    .selectFrom('change_notice as n')
    .innerJoin('bank_file as f', join =>
      join.onRef('f.book', '=', 'n.book').onRef('f.bank_file_id', '=', 'n.bank_file_id'),
    )
    .leftJoin('payment as p', join =>
      join.onRef('p.book', '=', 'n.book').onRef('p.payment_id', '=', 'n.payment_id'),
    )
    .leftJoin('grant_recommendation as g', join =>
      join.onRef('g.book', '=', 'p.book').onRef('g.grant_id', '=', 'p.grant_id'),
    )
    .selectAll('n')
    .select(['f.file_name', 'p.grant_id', 'p.charity_id', 'g.charity_name'])

export async function findNotice(db: Kysely<DB>, noticeId: string): Promise<ListedNotice | undefined> {
  return await listed(db).where('n.notice_id', '=', noticeId).executeTakeFirst()
}

/** Notices that wait for a person, oldest first. */
export async function listOpenNotices(db: Kysely<DB>, limit: number): Promise<ListedNotice[]> {
  return await listed(db)
    .where('n.state', '=', 'open')
    .orderBy('n.received_at')
    .orderBy('n.notice_id')
    .limit(limit)
    .execute()
}

/** Notices that became proposals or were closed, the latest first. */
export async function listDecidedNotices(db: Kysely<DB>, limit: number): Promise<ListedNotice[]> {
  return await listed(db)
    .where('n.state', '<>', 'open')
    .orderBy('n.decided_at', 'desc')
    .orderBy('n.notice_id')
    .limit(limit)
    .execute()
}

export async function countOpenNotices(db: Kysely<DB>): Promise<number> {
  const { total } = await db
    .selectFrom('change_notice')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The encrypted bytes of an applied bank file. */
export async function findFileBytes(db: Kysely<DB>, bankFileId: string) {
  return await db
    .selectFrom('bank_file')
    .select(['file_ciphertext', 'key_id', 'data_key'])
    .where('bank_file_id', '=', bankFileId)
    .executeTakeFirst()
}
