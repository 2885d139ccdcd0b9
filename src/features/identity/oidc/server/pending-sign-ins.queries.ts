import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/**
 * Ends a person's unfinished logins in every browser: those waiting for the second factor, finished interactions and
 * unexchanged codes. Someone who knew the former password may have started them. `userId` null: everyone in the realm.
 */
export async function endPendingSignIns(realmDb: Kysely<DB>, userId: string | null): Promise<void> {
  await realmDb
    .deleteFrom('sign_in_attempt')
    .$if(userId !== null, query => query.where('user_id', '=', userId))
    .execute()
  await realmDb
    .deleteFrom('oidc_payload')
    .where('model', 'in', ['Interaction', 'AuthorizationCode', 'Session'])
    .$if(userId !== null, query =>
      query.where(
        sql`coalesce(payload ->> 'accountId', payload -> 'result' -> 'login' ->> 'accountId')`,
        '=',
        userId,
      ),
    )
    .execute()
}
