import type { FactorKind } from '../../../../contract/factors.ts'
import { type MfaContext, rpIdOf } from './mfa-context.ts'

type FactorsOfPerson = {
  /** The factors that work at this origin, in the order in which they are offered. */
  kinds: FactorKind[]
  /** Whether the person has a passkey for any origin, or one-time codes. Backup codes alone do not count. */
  hasAny: boolean
}

/** The person's factors, by one query. */
export async function findFactors(
  { realmDb, origin }: Pick<MfaContext, 'realmDb' | 'origin'>,
  userId: string,
): Promise<FactorsOfPerson> {
  const row = await realmDb
    .selectNoFrom(eb => [
      eb
        .exists(eb.selectFrom('passkey').where('user_id', '=', userId).where('rp_id', '=', rpIdOf(origin)))
        .as('passkeyHere'),
      eb.exists(eb.selectFrom('passkey').where('user_id', '=', userId)).as('passkey'),
      eb
        .exists(
          eb.selectFrom('one_time_code').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
        )
        .as('code'),
      eb
        .exists(eb.selectFrom('backup_code').where('user_id', '=', userId).where('used_at', 'is', null))
        .as('backupCode'),
    ])
    .executeTakeFirstOrThrow()
  const hasAny = Boolean(row.passkey) || Boolean(row.code)
  const kinds: FactorKind[] = []
  if (row.passkeyHere) kinds.push('passkey')
  if (row.code) kinds.push('code')
  // Backup codes replace another factor and are not offered without one.
  if (row.backupCode && hasAny) kinds.push('backup-code')
  return { kinds, hasAny }
}

/** Name and user id of a person, and whether they have a right on the realm, also one that is not in force now. */
export async function findOwner({ realmDb }: Pick<MfaContext, 'realmDb'>, userId: string) {
  const row = await realmDb
    .selectFrom('app_user as u')
    .select(eb => [
      'u.sso_id',
      'u.first_name',
      'u.last_name',
      eb
        .exists(
          eb
            .selectFrom('user_role as r')
            .whereRef('r.user_id', '=', 'u.user_id')
            .where('r.ended_at', 'is', null),
        )
        .as('isStaff'),
    ])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    userId,
    ssoId: row.sso_id,
    name: `${row.first_name} ${row.last_name}`,
    isStaff: Boolean(row.isStaff),
  }
}
export type Owner = Awaited<ReturnType<typeof findOwner>>

/** The number of the person's passkeys for all origins. */
export async function countPasskeys(
  { realmDb }: Pick<MfaContext, 'realmDb'>,
  userId: string,
): Promise<number> {
  const { count } = await realmDb
    .selectFrom('passkey')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
