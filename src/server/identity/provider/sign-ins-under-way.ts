import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/**
 * Ends what a person has begun at the door and not finished, in whichever browser: a sign-in that waits for its second factor,
 * one that the provider was told who it is of, a code that nobody has exchanged. Whoever knew a former password may stand there.
 */
export async function endSignInsUnderWay(realmDb: Kysely<DB>, userId: string): Promise<void> {
  await realmDb.deleteFrom('sign_in_attempt').where('user_id', '=', userId).execute()
  await realmDb
    .deleteFrom('oidc_payload')
    .where('model', 'in', ['Interaction', 'AuthorizationCode', 'Session'])
    .where(
      sql`coalesce(payload ->> 'accountId', payload -> 'result' -> 'login' ->> 'accountId')`,
      '=',
      userId,
    )
    .execute()
}
