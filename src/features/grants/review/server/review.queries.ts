import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { idsOfStaffWith, listStaffWith } from '../../../../server/auth/staff-with.queries.ts'
import { literals } from '../../../../server/db/literals.ts'
import type { DB, GrantHold, GrantOwner, Party } from '../../../../server/db/schema.ts'
import { paidStatuses, statusesOutOfHistory } from '../../domain/grant-status.ts'

export type HoldRecord = Selectable<GrantHold>
type OwnerRecord = Selectable<GrantOwner> & {
  /** Whether they have access and may decide about grants now. */
  decides: boolean
}

/** The holds of a grant, the latest last. */
export async function listHolds(db: Kysely<DB>, grantId: string): Promise<HoldRecord[]> {
  return await db
    .selectFrom('grant_hold')
    .selectAll()
    .where('grant_id', '=', grantId)
    .orderBy('held_at')
    .orderBy('hold_id')
    .execute()
}

export async function findOpenHold(db: Kysely<DB>, grantId: string): Promise<HoldRecord | undefined> {
  return await db
    .selectFrom('grant_hold')
    .selectAll()
    .where('grant_id', '=', grantId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
}

export async function insertHold(trx: Kysely<DB>, hold: Insertable<GrantHold>): Promise<void> {
  await trx.insertInto('grant_hold').values(hold).execute()
}

export async function releaseHold(
  trx: Kysely<DB>,
  holdId: string,
  about: Pick<Insertable<GrantHold>, 'release_reason' | 'released_by' | 'released_by_name' | 'released_at'>,
): Promise<void> {
  await trx.updateTable('grant_hold').set(about).where('hold_id', '=', holdId).execute()
}

export async function findOwner(db: Kysely<DB>, grantId: string): Promise<OwnerRecord | undefined> {
  return await db
    .selectFrom('grant_owner')
    .selectAll()
    .select(sql<boolean>`owner_id in ${idsOfStaffWith('GRANT_APPROVE')}`.as('decides'))
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
}

/** The owner, or who was it and may no longer decide about grants: then the grant waits for somebody else. */
export const ownerResponse = (
  owner: Pick<OwnerRecord, 'owner_id' | 'owner_name' | 'decides'> | null | undefined,
): { owner: { userId: string; name: string } | null; formerOwner: string | null } => {
  if (!owner) return { owner: null, formerOwner: null }
  const { owner_id: userId, owner_name: name, decides } = owner
  return decides ? { owner: { userId, name }, formerOwner: null } : { owner: null, formerOwner: name }
}

export async function writeOwner(trx: Kysely<DB>, owner: Insertable<GrantOwner>): Promise<void> {
  const { owner_id, owner_name, since } = owner
  await trx
    .insertInto('grant_owner')
    .values(owner)
    .onConflict(conflict =>
      conflict.columns(['book', 'grant_id']).doUpdateSet({ owner_id, owner_name, since }),
    )
    .execute()
}

export async function deleteOwner(trx: Kysely<DB>, grantId: string): Promise<void> {
  await trx.deleteFrom('grant_owner').where('grant_id', '=', grantId).execute()
}

/** The staff of the realm who may decide about grants, by name; with an id, this person alone. */
export async function listReviewersOf(
  realmDb: Kysely<DB>,
  userId: string | null,
): Promise<{ user_id: string; name: string }[]> {
  const reviewers = await listStaffWith(realmDb, 'GRANT_APPROVE')
  return userId === null ? reviewers : reviewers.filter(({ user_id }) => user_id === userId)
}

/** The people who have a part in a fund, with their addresses. */
export async function listPeopleOf(
  db: Kysely<DB>,
  accountId: string,
): Promise<Pick<Selectable<Party>, 'name' | 'last_name' | 'address_line1' | 'postal_code'>[]> {
  return await db
    .selectFrom('account_relationship as r')
    .innerJoin('party as p', join =>
      join.onRef('p.book', '=', 'r.book').onRef('p.party_id', '=', 'r.party_id'),
    )
    .select(['p.name', 'p.last_name', 'p.address_line1', 'p.postal_code'])
    .distinct()
    .where('r.account_id', '=', accountId)
    .where('r.ended_at', 'is', null)
    .where('r.account_role_code', '!=', 'charitable_beneficiary')
    .orderBy('p.name')
    .limit(100)
    .execute()
}

/** Where a charity is, by the register; undefined where no register has it. */
export async function findCharityAddress(
  db: Kysely<DB>,
  charityId: string,
): Promise<{ name: string; street: string | null; postal_code: string | null } | undefined> {
  return await db
    .selectFrom('charity')
    .select(['name', 'street', 'postal_code'])
    .where('charity_id', '=', charityId)
    .executeTakeFirst()
}

/** What other funds of the book gave to a charity: how often, and the sum that was paid net of returns. */
export async function sumGrantsTo(
  db: Kysely<DB>,
  charityId: string,
): Promise<{ grants: number; paid_minor: bigint }> {
  const { rows } = await sql<{ grants: number; paid_minor: bigint }>`
    select count(*)::int as grants,
      coalesce(sum(amount_minor - returned_minor) filter (where transaction_status_code in (${literals(paidStatuses)})), 0)::bigint as paid_minor
    from grant_recommendation where charity_id = ${charityId} and transaction_status_code not in (${literals(statusesOutOfHistory)})`.execute(
    db,
  )
  return rows[0] ?? { grants: 0, paid_minor: 0n }
}

export type GrantLinks = {
  run_id: string | null
  run_number: number | null
  run_state: string | null
  first_id: string | null
  first_transaction_id: bigint | null
  reissue_id: string | null
  reissue_transaction_id: bigint | null
  /** Whether the reissue was neither cancelled nor rejected. */
  reissue_stands: boolean
}

/** The payment run that has a grant, the grant that it reissues, and its own reissue. */
export async function findLinks(db: Kysely<DB>, grantId: string): Promise<GrantLinks> {
  const { rows } = await sql<GrantLinks>`
    select r.run_id, r.run_number, r.state as run_state, f.grant_id as first_id, f.transaction_id as first_transaction_id,
      n.grant_id as reissue_id, n.transaction_id as reissue_transaction_id,
      coalesce(n.transaction_status_code not in (${literals(statusesOutOfHistory)}), false) as reissue_stands
    from grant_recommendation g
      left join payment p on p.book = g.book and p.grant_id = g.grant_id and p.removed_at is null and p.rejected_at is null
      left join payment_run r on r.book = p.book and r.run_id = p.run_id
      left join grant_recommendation f on f.book = g.book and f.grant_id = g.reissue_of
      left join grant_recommendation n on n.book = g.book and n.reissue_of = g.grant_id
    where g.grant_id = ${grantId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`grant ${grantId} has gone`)
  return found
}
