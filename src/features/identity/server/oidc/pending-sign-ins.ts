import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/**
 * Ends what a person has begun at the door and not finished, in whichever browser: a sign-in that waits for its second factor,
 * one that the provider was told who it is of, a code that nobody has exchanged. Whoever knew a former password may stand there.
 * Null: everybody of the realm.
 */
export async function endSignInsUnderWay(realmDb: Kysely<DB>, userId: string | null): Promise<void> {
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
