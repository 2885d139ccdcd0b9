import { type Kysely, type Selectable, sql } from 'kysely'
import type { AccessResumption, DB } from '../../../server/db/schema.ts'

export type ResumptionRecord = Selectable<AccessResumption>

/** Stores a request to let a suspended person in again. */
export async function insertResumption(
  trx: Kysely<DB>,
  asked: { userId: string; by: string; at: Date; reason: string },
): Promise<void> {
  await trx
    .insertInto('access_resumption')
    .values({ user_id: asked.userId, reason: asked.reason, asked_by: asked.by, asked_at: asked.at })
    .execute()
}

/** Locks the request about a person that waits, until the transaction ends. */
export async function lockOpenResumption(
  trx: Kysely<DB>,
  userId: string,
): Promise<ResumptionRecord | undefined> {
  return await trx
    .selectFrom('access_resumption')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'requested')
    .forUpdate()
    .executeTakeFirst()
}

/** `note`: why it was declined. */
type Decision = { state: 'confirmed' | 'declined'; by: string; at: Date; note: string | null }

/** Decides the request about a person that waits, if there is one. */
export async function decideOpenResumption(
  trx: Kysely<DB>,
  userId: string,
  { state, by, at, note }: Decision,
): Promise<void> {
  await trx
    .updateTable('access_resumption')
    .set({ state, decided_by: by, decided_at: at, note })
    .where('user_id', '=', userId)
    .where('state', '=', 'requested')
    .execute()
}

export type WaitingResumptionRow = ResumptionRecord & {
  asked_by_name: string
  sso_id: string
  person_name: string
}

/** There are few: more than the staff of a sponsor are not listed. */
const maxListed = 200

/** The requests that wait for a second person, oldest first: all, or that about one person. */
export async function listOpenResumptions(
  realmDb: Kysely<DB>,
  about: { userId: string } | 'everyone',
): Promise<WaitingResumptionRow[]> {
  const isAbout = about === 'everyone' ? sql`true` : sql`r.user_id = ${about.userId}`
  const { rows } = await sql<WaitingResumptionRow>`
    select r.*, u.sso_id, u.first_name || ' ' || u.last_name as person_name,
      b.first_name || ' ' || b.last_name as asked_by_name
    from access_resumption r join app_user u on u.realm = r.realm and u.user_id = r.user_id
      join app_user b on b.realm = r.realm and b.user_id = r.asked_by
    where r.state = 'requested' and ${isAbout} order by r.asked_at, r.resumption_id limit ${maxListed}`.execute(
    realmDb,
  )
  return rows
}

export async function countOpenResumptions(realmDb: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from access_resumption where state = 'requested'`.execute(realmDb)
  return Number(rows[0]?.total ?? 0n)
}
