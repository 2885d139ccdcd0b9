import { type Kysely, sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { DB } from '../../../../server/db/schema.ts'
import { errors } from './oidc-provider.ts'

/** Stores one model of oidc-provider in `oidc_payload`. Uses the system clock, as the library does. */
export function providerAdapter(realmDb: Kysely<DB>, model: string): Adapter {
  const unexpired = () =>
    realmDb
      .selectFrom('oidc_payload')
      .select(['payload', 'consumed_at'])
      .where('model', '=', model)
      .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', new Date())]))
  const payloadOf = (row: { payload: unknown; consumed_at: Date | null } | undefined) => {
    if (!row) return undefined
    // Only `upsert` below writes this column.
    const payload = row.payload as AdapterPayload
    return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload
  }
  return {
    upsert: async (id, payload, expiresInSeconds) => {
      const row = {
        payload: JSON.stringify(payload),
        grant_id: payload.grantId ?? null,
        user_code: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresInSeconds ? new Date(Date.now() + expiresInSeconds * 1000) : null,
      }
      await realmDb
        .insertInto('oidc_payload')
        .values({ model, id, ...row })
        .onConflict(conflict => conflict.columns(['realm', 'model', 'id']).doUpdateSet(row))
        .execute()
    },
    find: async id => payloadOf(await unexpired().where('id', '=', id).executeTakeFirst()),
    findByUid: async uid => payloadOf(await unexpired().where('uid', '=', uid).executeTakeFirst()),
    findByUserCode: async code =>
      payloadOf(await unexpired().where('user_code', '=', code).executeTakeFirst()),
    consume: async id => {
      // The condition lets only one of two concurrent exchanges of a code succeed, across all processes.
      const { numUpdatedRows } = await realmDb
        .updateTable('oidc_payload')
        .set({ consumed_at: new Date() })
        .where('model', '=', model)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new errors.InvalidGrant('already used')
    },
    destroy: async id => {
      await realmDb.deleteFrom('oidc_payload').where('model', '=', model).where('id', '=', id).execute()
    },
    revokeByGrantId: async grantId => {
      await realmDb
        .deleteFrom('oidc_payload')
        .where('model', '=', model)
        .where('grant_id', '=', grantId)
        .execute()
    },
  }
}

/** Limits one sweep, so that it takes milliseconds. */
const sweepBatchSize = 500

/** Deletes expired rows. Called at the start of each login, so that the table stays small. */
export async function sweepExpired(realmDb: Kysely<DB>): Promise<void> {
  await sql`delete from oidc_payload where (realm, model, id) in (
    select realm, model, id from oidc_payload where expires_at < now() order by expires_at limit ${sweepBatchSize}
    for update skip locked)`.execute(realmDb)
}

/** Deletes the provider's sessions of a person who logged out. */
export async function endProviderSessions(realmDb: Kysely<DB>, userId: string): Promise<void> {
  await realmDb
    .deleteFrom('oidc_payload')
    .where('model', '=', 'Session')
    .where(sql`payload ->> 'accountId'`, '=', userId)
    .execute()
}
