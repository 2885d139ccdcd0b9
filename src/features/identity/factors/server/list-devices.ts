import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../factors.contract.ts'
import { findOwner } from './credentials.queries.ts'
import { listOwnDevices } from './factors.queries.ts'
import { mfaContextOf } from './mfa-context.ts'

export async function listDevices(
  _input: unknown,
  context: ContextOf<typeof contract.listDevices>,
): Promise<Reply<typeof contract.listDevices>> {
  const { identity, actor, request } = context
  const mfa = mfaContextOf(context)
  const { ssoId } = await findOwner(mfa, actor.userId)
  const here = identity.devices.hashOfCookie(request)
  const rows = await listOwnDevices(mfa.realmDb, actor.userId, mfa.now)
  return {
    data: rows.map(row => ({
      deviceId: row.device_id,
      userName: ssoId,
      name: row.name,
      registeredAt: row.registered_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isThis: here?.equals(row.secret_hash) ?? false,
    })),
  }
}
