import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { type RightOfPerson, rightsOfPeople } from './users.queries.ts'

export type ReviewRow = {
  quarter: string
  opened_at: Date
  closes_at: Date
  closed_at: Date | null
  suspended: number | null
}

export async function findLatestReview(realmDb: Kysely<DB>): Promise<ReviewRow | undefined> {
  return await realmDb
    .selectFrom('right_review')
    .select(['quarter', 'opened_at', 'closes_at', 'closed_at', 'suspended'])
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Opens the review of a quarter. Returns false if it was opened already. */
export async function insertReview(
  trx: Kysely<DB>,
  review: { quarter: string; openedAt: Date; closesAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('right_review')
    .values({ quarter: review.quarter, opened_at: review.openedAt, closes_at: review.closesAt })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function closeReview(
  trx: Kysely<DB>,
  quarter: string,
  { at, suspended }: { at: Date; suspended: number },
): Promise<void> {
  await trx
    .updateTable('right_review')
    .set({ closed_at: at, suspended })
    .where('quarter', '=', quarter)
    .where('closed_at', 'is', null)
    .execute()
}

/** The condition that a right (`r`) was given before a review (`v`) opened and nobody has signed it off since. */
const isToReview = sql`r.state = 'active' and r.given_at < v.opened_at
  and coalesce(r.signed_off_at < v.opened_at, true)`

/** Rights of the open review that nobody has signed off, by person. */
export async function rightsToReview(realmDb: Kysely<DB>): Promise<RightOfPerson[]> {
  return await rightsOfPeople(
    realmDb,
    sql`exists (select from right_review v where v.closed_at is null and ${isToReview})`,
  )
}

/** The rights that a review suspended when it closed, of people who have access, by person. */
export async function rightsSuspendedAt(realmDb: Kysely<DB>, closedAt: Date): Promise<SuspendedRight[]> {
  const { rows } = await sql<SuspendedRight>`
    select r.right_id, r.user_id, r.role_code, r.set_name, r.all_actions, r.served_book, u.email,
      u.first_name || ' ' || u.last_name as person_name
    from user_role r join app_user u on u.realm = r.realm and u.user_id = r.user_id
    where r.state = 'suspended' and r.suspended_by is null and r.suspended_at = ${closedAt} and u.has_access
    order by u.last_name, u.first_name, u.user_id, r.given_at limit 2000`.execute(realmDb)
  return rows
}

export type SuspendedRight = Pick<
  RightOfPerson,
  'right_id' | 'user_id' | 'role_code' | 'set_name' | 'all_actions' | 'served_book' | 'person_name'
> & { email: string }

export async function countRightsToReview(realmDb: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from user_role r
    where exists (select from right_review v where v.closed_at is null and ${isToReview})`.execute(realmDb)
  return Number(rows[0]?.total ?? 0n)
}
