import type { FactorKind } from '../../../../contract/factors.ts'
import { type RequestedFactor, rpIdOf } from './requested-factor.ts'

export type HeldFactors = {
  /** What can be used at this address, in the order in which it is offered. */
  kinds: FactorKind[]
  /** Whether the person has a passkey, at whichever address, or one-time codes: codes on paper alone are no factor to keep. */
  hasAny: boolean
}

/** What the person has, in one read. */
export async function findFactors(
  { realmDb, origin }: Pick<RequestedFactor, 'realmDb' | 'origin'>,
  userId: string,
): Promise<HeldFactors> {
  const held = await realmDb
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
  const hasAny = Boolean(held.passkey) || Boolean(held.code)
  const kinds: FactorKind[] = []
  if (held.passkeyHere) kinds.push('passkey')
  if (held.code) kinds.push('code')
  // Left over without what they stand in for, codes on paper are not asked for.
  if (held.backupCode && hasAny) kinds.push('backup-code')
  return { kinds, hasAny }
}

/** Name and user id of a person, and whether they hold a role on the realm. */
export async function findOwner({ realmDb }: Pick<RequestedFactor, 'realmDb'>, userId: string) {
  const row = await realmDb
    .selectFrom('app_user as u')
    .select(eb => [
      'u.sso_id',
      'u.first_name',
      'u.last_name',
      eb.exists(eb.selectFrom('user_role as r').whereRef('r.user_id', '=', 'u.user_id')).as('isStaff'),
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

/** At all addresses. */
export async function countPasskeys(
  { realmDb }: Pick<RequestedFactor, 'realmDb'>,
  userId: string,
): Promise<number> {
  const { made } = await realmDb
    .selectFrom('passkey')
    .select(eb => eb.fn.countAll().as('made'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(made)
}
