import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import type { Factors } from '../factors.contract.ts'
import { findOwner } from './credentials.queries.ts'
import { countBackupCodes, findOneTimeCode, listOwnPasskeys } from './factors.queries.ts'
import { mfaContextOf } from './mfa-context.ts'
import { mustHaveFactor } from './second-factor-required.ts'

const isoOrNull = (instant: Date | null) => instant?.toISOString() ?? null

export async function getFactors(
  _input: unknown,
  context: ContextOf<typeof contract.getFactors>,
): Promise<Factors> {
  const { identity, client, actor } = context
  const mfa = mfaContextOf(context)
  const { realmDb } = mfa
  const passkeys = await listOwnPasskeys(realmDb, actor.userId)
  const code = await findOneTimeCode(realmDb, actor.userId)
  const backupCodes = await countBackupCodes(realmDb, actor.userId)
  return {
    passkeys: passkeys.map(each => ({
      passkeyId: each.passkey_id,
      name: each.name,
      host: each.rp_id,
      addedAt: each.added_at.toISOString(),
      lastUsedAt: isoOrNull(each.last_used_at),
    })),
    code: code?.confirmed_at
      ? { addedAt: code.confirmed_at.toISOString(), lastUsedAt: isoOrNull(code.last_used_at) }
      : null,
    backupCodes:
      backupCodes.createdAt === null
        ? null
        : {
            createdAt: backupCodes.createdAt.toISOString(),
            remaining: backupCodes.left,
            total: backupCodes.made,
          },
    isRequired: mustHaveFactor(identity, client, await findOwner(mfa, actor.userId)),
  }
}
