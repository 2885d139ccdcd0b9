import { type Kysely, sql } from 'kysely'
import type { Currency } from '../../../../domain/money.ts'
import type { DB } from '../../../../server/db/schema.ts'

/** The user id and password hash (null if none) for this user name in lower case. */
export function findCredential(realmDb: Kysely<DB>, ssoId: string) {
  return realmDb
    .selectFrom('app_user as u')
    .leftJoin('password_credential as c', join =>
      join.onRef('c.realm', '=', 'u.realm').onRef('c.user_id', '=', 'u.user_id'),
    )
    .select(['u.user_id', 'c.password_hash'])
    .where('u.sso_id', '=', ssoId)
    .executeTakeFirst()
}

/** Stores the same password at the current cost. Leaves the time of the last password change as it is. */
export async function renewPasswordHash(realmDb: Kysely<DB>, userId: string, hash: string): Promise<void> {
  await realmDb
    .updateTable('password_credential')
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .execute()
}

/** The person of the embedded provider's `subject`, which is the user id. */
export function findLinkedUser(realmDb: Kysely<DB>, subject: string) {
  return realmDb
    .selectFrom('app_user')
    .select(['user_id', 'has_access'])
    .where('user_id', '=', subject)
    .executeTakeFirst()
}

type SessionCurrencies = { loginCurrency: Currency | null; rememberedCurrency: Currency | null }

/** The currency in which the session started, and the one in which its person wants to start the next; null: none. */
export async function findSessionCurrencies(
  realmDb: Kysely<DB>,
  sessionId: string,
): Promise<SessionCurrencies> {
  const row = await realmDb
    .selectFrom('session as s')
    .innerJoin('app_user as u', join =>
      join.onRef('u.realm', '=', 's.realm').onRef('u.user_id', '=', 's.user_id'),
    )
    .select([
      sql<Currency | null>`s.login_currency`.as('loginCurrency'),
      sql<Currency | null>`u.remembered_currency`.as('rememberedCurrency'),
    ])
    .where('s.session_id', '=', sessionId)
    .executeTakeFirst()
  return row ?? { loginCurrency: null, rememberedCurrency: null }
}

/** The currency that the person asked to start with, and whether they hold a role on the realm, which shows every book. */
export async function findStartingPreference(
  realmDb: Kysely<DB>,
  userId: string,
): Promise<{ rememberedCurrency: Currency | null; hasRole: boolean } | undefined> {
  return await realmDb
    .selectFrom('app_user as u')
    .select([
      sql<Currency | null>`u.remembered_currency`.as('rememberedCurrency'),
      sql<boolean>`exists (select from current_user_role r
        where r.realm = u.realm and r.user_id = u.user_id and r.role_code <> 'service_team')`.as('hasRole'),
    ])
    .where('u.user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores what the session views from now on and, where the person asked for it, what the next one starts with. */
export async function storeChosenCurrency(
  trx: Kysely<DB>,
  { sessionId, userId }: { sessionId: string; userId: string },
  { currency, remember }: { currency: Currency; remember: boolean | undefined },
): Promise<void> {
  await trx
    .updateTable('session')
    .set({ chosen_currency: currency })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
  if (remember !== undefined) return await storeRememberedCurrency(trx, userId, remember ? currency : null)
  await trx
    .updateTable('app_user')
    .set({ remembered_currency: currency })
    .where('user_id', '=', userId)
    // Only where the person wants it remembered, and without a write that changes nothing.
    .where('remembered_currency', '<>', currency)
    .execute()
}

/** Null: the next login starts in the client's primary book. */
export async function storeRememberedCurrency(
  realmDb: Kysely<DB>,
  userId: string,
  currency: Currency | null,
): Promise<void> {
  await realmDb
    .updateTable('app_user')
    .set({ remembered_currency: currency })
    .where('user_id', '=', userId)
    .where('remembered_currency', 'is distinct from', currency)
    .execute()
}

/** The name of the provider that authenticated this session; null if unknown. */
export async function findProviderOfSession(realmDb: Kysely<DB>, sessionId: string): Promise<string | null> {
  const row = await realmDb
    .selectFrom('session')
    .select('provider')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.provider ?? null
}
