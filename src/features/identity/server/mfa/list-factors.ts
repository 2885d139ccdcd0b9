import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type { Factors, getFactors, renamePasskey } from '../../factors.contract.ts'
import { findOwner } from './credentials.queries.ts'
import { countBackupCodes, findOneTimeCode, listOwnPasskeys, renamePasskeyOf } from './factors.queries.ts'
import { requestedBy } from './requested-factor.ts'
import { mustHaveFactor } from './second-factor-required.ts'

const spoken = (instant: Date | null) => instant?.toISOString() ?? null

export async function factorsOfCaller(
  _input: unknown,
  context: ContextOf<typeof getFactors>,
): Promise<Factors> {
  const { identity, client, actor } = context
  const asked = requestedBy(context)
  const { realmDb } = asked
  const passkeys = await listOwnPasskeys(realmDb, actor.userId)
  const code = await findOneTimeCode(realmDb, actor.userId)
  const backupCodes = await countBackupCodes(realmDb, actor.userId)
  return {
    passkeys: passkeys.map(each => ({
      passkeyId: each.passkey_id,
      name: each.name,
      host: each.rp_id,
      addedAt: each.added_at.toISOString(),
      lastUsedAt: spoken(each.last_used_at),
    })),
    code: code?.confirmed_at
      ? { addedAt: code.confirmed_at.toISOString(), lastUsedAt: spoken(code.last_used_at) }
      : null,
    backupCodes:
      backupCodes.madeAt === null
        ? null
        : { madeAt: backupCodes.madeAt.toISOString(), left: backupCodes.left, made: backupCodes.made },
    isRequired: mustHaveFactor(identity, client, await findOwner(asked, actor.userId)),
  }
}

export async function renameOwnPasskey(
  { params, body }: HandlerInput<typeof renamePasskey>,
  { realmDb, actor }: ContextOf<typeof renamePasskey>,
): Promise<Reply<typeof renamePasskey>> {
  const { name } = body.data.attributes
  if (!(await renamePasskeyOf(realmDb, actor.userId, params.passkeyId, name))) throw new Problem('not-found')
  return {}
}
