import { type Kysely, type Selectable, sql } from 'kysely'
import type { RightRole } from '../../../domain/realm-roles.ts'
import type { DB, UserRole } from '../../../server/db/schema.ts'

export type RightRecord = Selectable<UserRole>

/** The condition that a right (`r`, a row of user_role) is in force. */
export const inForce = (now: Date) => sql<boolean>`(r.state = 'active'
  and coalesce(r.valid_from <= ${now}, true) and coalesce(r.valid_until > ${now}, true))`

export type NewRightRow = {
  userId: string
  role: RightRole
  book: string | null
  /** Null: all permissions of the role, also those that a later version adds. */
  actions: readonly string[] | null
  setName: string | null
  validFrom: Date | null
  validUntil: Date | null
  secondPerson: 'needed' | 'not needed' | 'waived'
  reason: string
  givenBy: string
  givenAt: Date
  idempotencyKey: string | null
}

export async function insertRight(trx: Kysely<DB>, right: NewRightRow): Promise<RightRecord> {
  return await trx
    .insertInto('user_role')
    .values({
      user_id: right.userId,
      role_code: right.role,
      served_book: right.book,
      all_actions: right.actions === null,
      actions: right.actions === null ? null : [...right.actions],
      set_name: right.setName,
      state: right.secondPerson === 'needed' ? 'requested' : 'active',
      valid_from: right.validFrom,
      valid_until: right.validUntil,
      second_person: right.secondPerson,
      reason: right.reason,
      given_by: right.givenBy,
      given_at: right.givenAt,
      idempotency_key: right.idempotencyKey,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findRightByKey(trx: Kysely<DB>, key: string): Promise<RightRecord | undefined> {
  return await trx.selectFrom('user_role').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

/** Locks a right until the transaction ends. */
export async function lockRight(trx: Kysely<DB>, rightId: string): Promise<RightRecord | undefined> {
  return await trx
    .selectFrom('user_role')
    .selectAll()
    .where('right_id', '=', rightId)
    .forUpdate()
    .executeTakeFirst()
}

/** The rights of a person that have not ended, in the order in which they were given. */
export async function openRightsOf(realmDb: Kysely<DB>, userId: string): Promise<RightRecord[]> {
  return await realmDb
    .selectFrom('user_role')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('given_at')
    .orderBy('right_id')
    .execute()
}

type Decision = { by: string | null; at: Date; reason: string }

export async function setConfirmed(trx: Kysely<DB>, rightId: string, by: string, at: Date): Promise<void> {
  await trx
    .updateTable('user_role')
    .set({ state: 'active', confirmed_by: by, confirmed_at: at })
    .where('right_id', '=', rightId)
    .execute()
}

export async function setOver(
  trx: Kysely<DB>,
  rightId: string,
  state: 'declined' | 'withdrawn' | 'ended',
  { by, at, reason }: Decision,
): Promise<void> {
  await trx
    .updateTable('user_role')
    .set({ state, ended_by: by, ended_at: at, end_reason: reason })
    .where('right_id', '=', rightId)
    .execute()
}

/** Ends every right of a person that has not ended. */
export async function endRightsOf(
  trx: Kysely<DB>,
  userId: string,
  { by, at, reason }: Decision,
): Promise<void> {
  await trx
    .updateTable('user_role')
    .set({ state: 'ended', ended_by: by, ended_at: at, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Suspends a right, or puts it back in force. */
export async function setSuspended(
  trx: Kysely<DB>,
  rightId: string,
  suspended: { by: string | null; at: Date } | null,
): Promise<void> {
  await trx
    .updateTable('user_role')
    .set(
      suspended === null
        ? { state: 'active', suspended_at: null, suspended_by: null }
        : { state: 'suspended', suspended_at: suspended.at, suspended_by: suspended.by },
    )
    .where('right_id', '=', rightId)
    .execute()
}

export async function setSignedOff(
  trx: Kysely<DB>,
  rightId: string,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('user_role')
    .set({ signed_off_by: by, signed_off_at: at })
    .where('right_id', '=', rightId)
    .execute()
}

export async function findRightState(trx: Kysely<DB>, rightId: string): Promise<RightRecord['state']> {
  const { state } = await trx
    .selectFrom('user_role')
    .select('state')
    .where('right_id', '=', rightId)
    .executeTakeFirstOrThrow()
  return state
}
