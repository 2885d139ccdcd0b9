import { type Kysely, sql } from 'kysely'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { DB } from '../../../../server/db/schema.ts'

/**
 * Keeps one kind of the provider's things in `oidc_payload`. Times are the machine's, as the provider's own are.
 */
export function providerAdapter(realmDb: Kysely<DB>, model: string): Adapter {
  const alive = () =>
    realmDb
      .selectFrom('oidc_payload')
      .select(['payload', 'consumed_at'])
      .where('model', '=', model)
      .where(row => row.or([row('expires_at', 'is', null), row('expires_at', '>', new Date())]))
  const found = (row: { payload: unknown; consumed_at: Date | null } | undefined) => {
    if (!row) return undefined
    // What stands there was written by upsert below.
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
    find: async id => found(await alive().where('id', '=', id).executeTakeFirst()),
    findByUid: async uid => found(await alive().where('uid', '=', uid).executeTakeFirst()),
    findByUserCode: async code => found(await alive().where('user_code', '=', code).executeTakeFirst()),
    consume: async id => {
      // Of two exchanges of one code at the same moment, in whichever copies of the program, one gets through.
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

/** Most rows that one sweep takes away, so that it stays a matter of milliseconds. */
const sweptAtOnce = 500

/** Clears what has expired; called at the start of each sign-in, so that the table stays as long as a day's sign-ins. */
export async function sweepExpired(realmDb: Kysely<DB>): Promise<void> {
  await sql`delete from oidc_payload where (realm, model, id) in (
    select realm, model, id from oidc_payload where expires_at < now() order by expires_at limit ${sweptAtOnce}
    for update skip locked)`.execute(realmDb)
}

/** Ends what the provider remembers of a person who logged out. */
export async function endProviderSessions(realmDb: Kysely<DB>, userId: string): Promise<void> {
  await realmDb
    .deleteFrom('oidc_payload')
    .where('model', '=', 'Session')
    .where(sql`payload ->> 'accountId'`, '=', userId)
    .execute()
}
