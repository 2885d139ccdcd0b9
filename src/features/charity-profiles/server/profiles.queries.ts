import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { CharityProfile, CharityProfileChange, DB } from '../../../server/db/schema.ts'

export type ProfileRecord = Selectable<CharityProfile>

export async function findProfile(
  realmDb: Kysely<DB>,
  charityId: string,
): Promise<ProfileRecord | undefined> {
  return await realmDb
    .selectFrom('charity_profile')
    .selectAll()
    .where('charity_id', '=', charityId)
    .executeTakeFirst()
}

/** The profile, locked until the end of the transaction, also where there is none yet. */
export async function lockProfile(trx: Kysely<DB>, charityId: string): Promise<ProfileRecord | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('charity-profile:' || realm() || ':' || ${charityId}, 0))`.execute(
    trx,
  )
  return await trx
    .selectFrom('charity_profile')
    .selectAll()
    .where('charity_id', '=', charityId)
    .forUpdate()
    .executeTakeFirst()
}

export async function writeProfile(trx: Kysely<DB>, profile: Insertable<CharityProfile>): Promise<void> {
  const { charity_id: _id, realm: _realm, ...columns } = profile
  await trx
    .insertInto('charity_profile')
    .values(profile)
    .onConflict(conflict => conflict.columns(['realm', 'charity_id']).doUpdateSet(columns))
    .execute()
}

export async function insertProfileChange(
  trx: Kysely<DB>,
  change: Insertable<CharityProfileChange>,
): Promise<void> {
  await trx.insertInto('charity_profile_change').values(change).execute()
}

/** The changes of a profile, the latest first. */
export async function listProfileChanges(
  realmDb: Kysely<DB>,
  charityId: string,
  limit: number,
): Promise<Selectable<CharityProfileChange>[]> {
  return await realmDb
    .selectFrom('charity_profile_change')
    .selectAll()
    .where('charity_id', '=', charityId)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()
}

/** Whether a charity of the realm has this logo. */
export async function isLogoInUse(realmDb: Kysely<DB>, logoName: string): Promise<boolean> {
  const found = await realmDb
    .selectFrom('charity_profile')
    .select('charity_id')
    .where('logo_name', '=', logoName)
    .executeTakeFirst()
  return found !== undefined
}
